// Families of positions: a position in which letters stand for numbers.

/** Turns a position into a family: its first two numbers become letters. */
export function familyOf(position) {
  let count = 0;
  const open = position.indexOf("[");
  const body = position.slice(open).replace(/(?<![\w.^+*])\d+(?![\w.^*+])/g, (number) => (count < 2 ? "ab"[count++] : number));
  return count === 2 ? position.slice(0, open) + body : null;
}

/** The position of a cell. */
export const opened = (family, values) =>
  family.replace(/(\[)(.*?)(\])/g, (_, a, body, c) => {
    const term = (_all, factor, letter, constant) => {
      const value = BigInt(factor || 1) * BigInt(values[letter]) + BigInt((constant ?? "0").replace(/\s/g, ""));
      return `${value}`;
    };
    const letters = Object.keys(values).join("");
    return a + body.replace(new RegExp(`(?<![a-wyz])(\\d*)([${letters}])(\\s*[+-]\\s*\\d+)?(?![a-wyz])`, "g"), term) + c;
  });

// Formulas in the letters of a map, to lay over it: `a < b and a mod (b - a) < 3`. Whole numbers of any size.

/** The whole part of n times the golden ratio. */
function phi(n) {
  if (n < 0n) throw RangeError();
  const square = 5n * n * n;
  let root = BigInt(Math.floor(Math.sqrt(Number(square))));
  while (root * root > square) root--;
  while ((root + 1n) * (root + 1n) <= square) root++;
  return (n + root) / 2n;
}

// Blanks between them do not matter.
const TOKEN = /\s*(?:(\d+)|([a-z]+)|(<=|>=|==|!=|[-+*\/()<>=,]))/gy;
const WORDS = new Set(["and", "or", "not", "mod", "div", "xor", "min", "max", "floor", "phi", "true", "false"]);

/** Something is wrong with a formula. */
export class FormulaError extends Error {}

function lex(text) {
  const out = [];
  TOKEN.lastIndex = 0;
  const all = text.trimEnd().toLowerCase();
  while (TOKEN.lastIndex < all.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(all);
    if (!match) throw new FormulaError(`unexpected \`${all[at]}\` at ${at + 1}`);
    out.push({ number: match[1], word: match[2], sign: match[3], at });
  }
  return out;
}

/**
 * Reads a formula.
 * @param {string} text
 * @param {string[]} letters
 * @returns {(values: Record<string, bigint>) => boolean|bigint|null} null where there is no number, as of a division by 0
 */
export function formula(text, letters) {
  const list = lex(text);
  let next = 0;
  const sign = (...signs) => signs.includes(list[next]?.sign) && list[next++].sign;
  const word = (...words) => words.includes(list[next]?.word) && list[next++].word;
  const needs = (what) => {
    if (!sign(what)) throw new FormulaError(`a \`${what}\` is missing${list[next] ? ` at ${list[next].at + 1}` : " at the end"}`);
  };
  const number = (of) => (values) => {
    const value = of(values);
    if (typeof value !== "bigint") throw new FormulaError("expected a number, found a truth value");
    return value;
  };
  const truth = (of) => (values) => {
    const value = of(values);
    if (typeof value !== "boolean") throw new FormulaError("a comparison is needed, such as a < b");
    return value;
  };
  /** @type {(a: bigint, b: bigint) => bigint} */
  const floor = (a, b) => {
    if (b === 0n) throw RangeError();
    const q = a / b;
    return a % b !== 0n && (a < 0n) !== (b < 0n) ? q - 1n : q;
  };
  function either() {
    let left = both();
    while (word("or")) {
      const [a, b] = [truth(left), truth(both())];
      left = (values) => a(values) || b(values);
    }
    return left;
  }
  function both() {
    let left = negated();
    while (word("and")) {
      const [a, b] = [truth(left), truth(negated())];
      left = (values) => a(values) && b(values);
    }
    return left;
  }
  function negated() {
    if (!word("not")) return compared();
    const of = truth(negated());
    return (values) => !of(values);
  }
  function compared() {
    const first = summed();
    const chain = [];
    for (let by; (by = sign("<", ">", "<=", ">=", "=", "==", "!=")); ) chain.push([by, number(summed())]);
    if (chain.length === 0) return first;
    const start = number(first);
    return (values) => {
      let left = start(values);
      for (const [by, of] of chain) {
        const right = of(values);
        const holds = { "<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right, "=": left === right, "==": left === right, "!=": left !== right }[by];
        if (!holds) return false;
        left = right;
      }
      return true;
    };
  }
  function summed() {
    let left = multiplied();
    for (let by; (by = sign("+", "-") || word("xor")); ) {
      const [a, b, how] = [number(left), number(multiplied()), by];
      left = (values) => (how === "+" ? a(values) + b(values) : how === "-" ? a(values) - b(values) : a(values) ^ b(values));
    }
    return left;
  }
  function multiplied() {
    let left = single();
    for (let by; (by = sign("*", "/") || word("mod", "div")); ) {
      const [a, b, how] = [number(left), number(single()), by];
      left = (values) => {
        const [x, y] = [a(values), b(values)];
        if (how === "*") return x * y;
        return how === "mod" ? x - y * floor(x, y) : floor(x, y);
      };
    }
    return left;
  }
  function single() {
    const token = list[next];
    if (!token) throw new FormulaError("the formula ends too early");
    if (sign("-")) {
      const of = number(single());
      return (values) => -of(values);
    }
    if (sign("(")) {
      const inner = either();
      needs(")");
      return inner;
    }
    next++;
    if (token.number) {
      const value = BigInt(token.number);
      // `2a` is a product, as in notation.
      if (list[next]?.word && !WORDS.has(list[next].word)) {
        const of = number(single());
        return (values) => value * of(values);
      }
      return () => value;
    }
    if (token.word === "true" || token.word === "false") return () => token.word === "true";
    if (token.word === "min" || token.word === "max") {
      needs("(");
      const a = number(summed());
      needs(",");
      const b = number(summed());
      needs(")");
      return (values) => {
        const [x, y] = [a(values), b(values)];
        return x < y === (token.word === "min") ? x : y;
      };
    }
    if (token.word === "phi") {
      // phi(n) is the whole part of n times the golden ratio, exactly.
      needs("(");
      const of = number(summed());
      needs(")");
      return (values) => phi(of(values));
    }
    if (token.word && letters.includes(token.word))
      return (values) => {
        if (values[token.word] === undefined) throw RangeError();
        return values[token.word];
      };
    throw new FormulaError(token.word ? `unknown letter \`${token.word}\`; the letters are ${letters.join(", ")}` : `\`${token.sign}\` is not expected at ${token.at + 1}`);
  }
  const whole = either();
  if (next < list.length) throw new FormulaError(`nothing more is expected at ${list[next].at + 1}`);
  return (values) => {
    try {
      return whole(values);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  };
}

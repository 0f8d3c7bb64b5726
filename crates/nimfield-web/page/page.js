// Asks the server about a position: who wins, why, and every move.

const find = (id) => document.getElementById(id);

async function ask(operation, request) {
  const response = await fetch(`api/${operation}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
  });
  const answer = await response.json();
  if (!response.ok) throw answer;
  return answer;
}

const meaning = {
  P: "the player to move loses",
  N: "the player to move wins",
  L: "Left wins, whoever begins",
  R: "Right wins, whoever begins",
};

async function show(position) {
  for (const id of ["problem", "fault", "outcome", "reason"]) find(id).textContent = "";
  find("moves").hidden = true;
  try {
    const { answer, moves } = await ask("moves", { position });
    const { outcome, play, reason } = answer;
    find("outcome").textContent = outcome
      ? `${answer.position}: ${outcome}, ${meaning[outcome]} (${play} play)`
      : `${answer.position}: not decided`;
    find("reason").textContent = reason.source ? `${reason.source}: ${reason.text}` : reason.text;
    const rows = moves.map((move) => {
      const row = document.createElement("tr");
      for (const text of [move.move, move.to ?? "", move.outcome ?? "?"]) {
        row.append(Object.assign(document.createElement("td"), { textContent: text }));
      }
      return row;
    });
    find("moves").tBodies[0].replaceChildren(...rows);
    find("moves").hidden = rows.length === 0;
  } catch (error) {
    find("problem").textContent = error.error ?? String(error);
    find("fault").textContent = error.place ? error.message : "";
  }
}

find("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  show(find("position").value);
});
show(find("position").value);

// Writes what the start page of a site says of the games: node games.mjs FOLDER. It is there before the engine is.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const folder = resolve(process.argv[2]);
const engine = await import(pathToFileURL(join(folder, "nimfield.js")).href);
engine.initSync({ module: gunzipSync(readFileSync(join(folder, "nimfield.packed"))) });
const { version, games } = JSON.parse(engine.answer("games", "{}", () => {}));
const cards = games.map(({ name, title, group, plain_rules, play, start, starts, example }) => ({ name, title, group, plain_rules, play, start, starts, example }));
writeFileSync(join(folder, "games.json"), JSON.stringify({ version, games: cards }));

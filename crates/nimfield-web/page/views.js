// The parts of the page that are fetched when one of them is first needed: most views, the help, graphs, and the forms that set up a position.
export { Book } from "./book.js";
export { Designer } from "./designer.js";
export { Exercises } from "./exercise.js";
export { Graph } from "./graph.js";
export { Help } from "./help.js";
export { Jobs } from "./jobs.js";
export { MapView } from "./map.js";
export { Pads } from "./pads.js";
export { PlayView } from "./play.js";
export { Puzzle } from "./puzzle.js";
export { Setup } from "./setup.js";

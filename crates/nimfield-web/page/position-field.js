// Typing or pasting a position, with errors in place.
import { html, useEffect, useState } from "./ui.js";
import { Problem, about, useAnswer } from "./answers.js";

/** `told` is the error that has been reported for this position already; `changed` is called when another text is typed. @param {any} props */
export function PositionField({ client, state, position, place, told, changed: typed }) {
  const [text, setText] = useState(position);
  useEffect(() => setText(position), [position]);
  const [settled, setSettled] = useState(position);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 150);
    return () => clearTimeout(timer);
  }, [text]);
  const changed = settled.trim() !== position;
  const looked = useAnswer(client, "position", changed ? about(state, settled) : null);
  const fault = changed && settled === text ? looked.fault : null;
  const submit = (event) => {
    event.preventDefault();
    place(text);
  };
  return html`<form class="position-form" onSubmit=${submit}><label for="position">Position</label>
    <div class="row"><input id="position" class="notation" autocomplete="off" autocapitalize="off" spellcheck="false" value=${text} aria-invalid=${fault ? "true" : "false"} aria-describedby="position-fault" onInput=${(event) => (typed(), setText(event.target.value))} />
    <button class="primary" disabled=${!!fault}>Set</button></div>
    <div id="position-fault"><${Problem} fault=${fault?.message === told ? null : fault} use=${setText} /></div></form>`;
}

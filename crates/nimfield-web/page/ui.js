// What all parts of the page use: Preact, and tagged templates instead of a build step.
import { h, render, Fragment } from "./vendor/preact.js";
import htm from "./vendor/htm.js";

export { render, Fragment };
export { useState, useEffect, useMemo, useRef, useCallback, useLayoutEffect } from "./vendor/hooks.js";

/** @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
export const html = htm.bind(h);

/** Joins class names, without the falsy ones. */
export const names = (...parts) => parts.filter(Boolean).join(" ");

/** `count` things in words: `1 move`, `3 moves`. */
export const plural = (count, one, many = `${one}s`) => `${count} ${`${count}` === "1" ? one : many}`;

/** A list to choose from: pairs of a value and its words. */
export const choice = (name, value, options, change) => html`<label class="size">${name} <select value=${value} onChange=${(event) => change(event.target.value)}>${options.map(([key, text]) => html`<option value=${key}>${text}</option>`)}</select></label>`;

/** A box to check. */
export const check = (name, checked, change) => html`<label class="check"><input type="checkbox" checked=${checked} onChange=${(event) => change(event.target.checked)} /> ${name}</label>`;

/** Whether the window is wide enough for the parts that are folded up on a phone. */
export const wide = () => matchMedia("(min-width: 60rem)").matches;

/** Whether animations are allowed. */
export const moving = () => matchMedia("(prefers-reduced-motion: no-preference)").matches;

/** Hands a text or blob to the person as a file. */
export function download(name, content, type = "text/plain") {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Says something to users of screen readers. */
export function announce(text) {
  const region = document.getElementById("live");
  if (!region) return;
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = text));
}

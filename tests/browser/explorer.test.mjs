// The explorer in a real browser, in both ways it is served.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after as afterAll, before, describe, test } from "node:test";
import { FIRST, after, chromium, close, go, goTo, link, over, position, settled, tabTo, visit, ways } from "./page.mjs";
import { root } from "./support.mjs";

const axe = readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** One move by mouse, on each kind of board. */
const HANDS = {
  lines: async (page) => page.locator(".cell .disc:not(.gone)").first().click(),
  grip: async (page) => page.locator(".component .grip").first().click(),
  side: async (page) => {
    for (const slider of await page.locator(".side-line input").all()) {
      if ((await slider.getAttribute("max")) === "0") continue;
      return slider.click({ position: { x: 2, y: 8 } });
    }
  },
  square: async (page) => page.locator(".cell.can").last().click(),
  coins: async (page) => {
    const squares = page.locator(".square-place");
    const taken = await squares.evaluateAll((all) => all.map((one) => !!one.querySelector(".coin")));
    const free = taken.indexOf(false);
    const coin = taken.indexOf(true, free);
    await squares.nth(coin).click();
    await squares.nth(free).click();
  },
  corner: async (page) => {
    const stone = page.locator(".point .stone").first();
    await stone.click();
    const [x, y] = await page.locator(".point.chosen").evaluate((one) => [one.dataset.x, one.dataset.y]);
    // The far corner at the origin: the stones on the axes are never reached.
    assert.ok(x !== undefined && y !== undefined);
    await page.locator('.point[aria-label^="(0,0)"]').click();
  },
  counter: async (page) => {
    const cells = page.locator(".point");
    const stones = await cells.evaluateAll((all) => all.flatMap((one, i) => (one.querySelector(".stone") && !one.getAttribute("aria-label").startsWith("(0,0)") ? [i] : [])));
    await cells.nth(stones[0]).click();
    await page.locator('.point[aria-label^="(0,0)"]').click();
  },
  cut: async (page) => page.locator(".cut .hit").first().click({ force: true }),
  amounts: async (page) => {
    // A row that is empty has nothing to give.
    for (const grip of await page.locator(".component .grip").all()) {
      await grip.click();
      await page.waitForSelector(".grip.chosen");
      await page.waitForSelector(".details input");
      for (const field of await page.locator(".details input").all()) {
        const most = (await field.getAttribute("placeholder")).split("..")[1];
        if (most === "0") continue;
        await field.fill(most);
        return;
      }
    }
  },
  table: async (page) => page.locator(".moves-table .move-text").first().click(),
};

/** A position of every kind of board, and how it is moved on. */
const BOARDS = [
  ["nim[3,1]", "grip"],
  ["nim[2,w]", "grip"],
  ["wythoff[1,2]", "grip"],
  ["matrix[2 1; 1 3]", "grip"],
  ["matrix-partizan[1 2; 2 2]", "turns"],
  ["holladay[1 2; 0 1]", "amounts"],
  ["lines(max=2)[11/11]", "lines"],
  ["tactix[2x3]", "lines"],
  ["efr[2x2]", "lines"],
  ["nimbi[01/011/0010/000]", "lines"],
  ["triangle[2]", "lines"],
  ["pnim[3,1]", "grip"],
  ["lctr[3,2]", "grip"],
  ["crim[3,1]", "grip"],
  ["cris[3,1; 2]", "grip"],
  ["crpm[2,2]", "turns"],
  ["crps[2,1]", "turns"],
  ["sato[2,1]", "square"],
  ["downright[3,2]", "square"],
  ["queen[3,2]", "square"],
  ["rnim[3,2]", "side"],
  ["welter[1,4]", "coins"],
  ["nimbers[(2,3) (1,1)]", "corner"],
  ["lattice[(2,1) (0,1)]", "counter"],
  ["schrage[2x3]", "cut"],
  ["turning(turtles,ruler)[(1,2)]", "table"],
  ["{1|-1} + 1", "table turns"],
  ["nim[1] + lines[11]", "sum"],
];

/** Games in the words of rule files, which the command and the Python package play as well. */
const LISTED = JSON.parse(readFileSync(join(root, "tests/rule_games.json"), "utf8"));
const OUTCOMES = { N: /The player to move wins|Whoever begins wins/, P: /The player to move loses|Whoever begins loses/, L: /Left wins/, R: /Right wins/ };

for (const way of ways) {
  describe(`the explorer by the ${way.name}`, () => {
    let served;
    before(async () => (served = await way.open()));
    afterAll(async () => {
      await close();
      await served.close();
    });
    const open = (hash, options) => visit(served.origin, hash, options);
    /** A test on a page of its own, without a fault of the page. */
    const on = (name, hash, run, options) =>
      test(name, async () => {
        const page = await open(hash, options);
        try {
          await run(page);
          assert.deepEqual(page.faults, []);
        } finally {
          await page.context().close();
        }
      });
    /** Such a test where what answers makes no difference: in one way alone, as it takes long. */
    const onlyBy = (name, ...rest) => (way.name === name || ways.length === 1) && on(.../** @type {[any, any, any]} */ (rest));

    on("the finished example says who wins and why", FIRST, async (page) => {
      await settled(page);
      assert.match(await page.textContent(".outcome"), /The player to move wins/);
      assert.match(await page.textContent(".why"), /Ferguson 2001, Theorem 3/);
      assert.match(await page.textContent(".why .argument"), /20 mod \(27-20\) = 6 is not less than 27-24 = 3/);
      assert.equal(await page.locator(".why math").count() > 0, true);
      assert.equal(await page.getByRole("button", { name: "row 2, 1 winning move: 7" }).count(), 1);
      assert.match(await page.textContent(".moves"), /88 moves/);
    });

    test(`before the first answer at most ${way.most / 1000} kB are fetched, compressed`, async () => {
      served.asked?.clear();
      const page = await open(FIRST);
      await settled(page);
      // The server compresses; hosts of static files do, as gzip would.
      const sizes = served.asked
        ? [...served.asked].map((file) => execFileSync("gzip", ["-9c", file], { maxBuffer: 1 << 24 }).length)
        : (await Promise.all(page.fetched.map((request) => request.sizes()))).map((sizes) => sizes.responseBodySize + sizes.responseHeadersSize);
      await page.context().close();
      const size = sizes.reduce((sum, size) => sum + size, 0);
      console.log(`fetched before the first answer by the ${way.name}: ${sizes.length} files, ${size} bytes`);
      assert.ok(size <= way.most, `${size} bytes in ${sizes.length} files`);
      // Modules on their own, for those who work on the page, are more.
      if (served.joined) assert.ok(sizes.length <= 12, `${sizes.length} files`);
    });

    test("on a slow net the page can be used before all of it is there", async () => {
      for (const [hash, wanted] of [[FIRST, way.name === "site" ? "#position" : ".moves-table"], ["", ".card h3"]]) {
        const context = await (await chromium()).newContext();
        const page = await context.newPage();
        const slow = await context.newCDPSession(page);
        // Bytes a second, and milliseconds.
        await slow.send("Network.emulateNetworkConditions", { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 });
        let requests = 0;
        page.on("requestfinished", () => requests++);
        const begun = performance.now();
        await page.goto(`${served.origin}/${hash}`, { waitUntil: "commit" });
        await page.waitForSelector(wanted);
        console.log(`by the ${way.name}, on a slow net, ${wanted} is there after ${((performance.now() - begun) / 1000).toFixed(1)} s and ${requests} requests`);
        if (served.joined) assert.ok(requests <= 12, `${requests} requests`);
        if (way.name === "site") {
          await page.waitForSelector("footer:has-text('The engine is loading: ')");
          await page.click("nav >> text=Book");
          await page.waitForSelector(".chapter h2");
          assert.match(await page.textContent("footer"), /The engine is loading: \d+ of 1\d{3} kB/);
        }
        await context.close();
      }
    });

    on("a link that names no view shows the board", "#v=__proto__", async (page) => {
      const home = page.url();
      for (const hash of ["#v=__proto__", "#v=constructor", "#v=exercise&x=7", `#v=exercise&x=${encodeURIComponent('[{"kind":"toString"}, null]')}`, `#v=design&d=${encodeURIComponent('{"kind":"toString"}')}`]) {
        // A page of its own for each link: the address alone would change the hash of this one.
        await page.goto("about:blank");
        await page.goto(new URL(hash, home).href);
        const view = new URLSearchParams(hash.slice(1)).get("v");
        const titles = new Map([["exercise", "Exercises"], ["design", "Make your own game"]]);
        const title = titles.get(view) ?? "The board";
        // The policy of the page forbids functions that are made from text, so that it is asked by its words.
        await page.waitForSelector(`main h1:text-is("${title}")`, { state: "attached" });
      }
    });

    onlyBy("server", "whole games by mouse, on every kind of board", link(BOARDS[0][0]), async (page) => {
      for (const [start, hand] of BOARDS) {
        await goTo(page, start);
        for (let moves = 0; !(await over(page)); moves++) {
          assert.ok(moves < 30, `${start} goes on forever at ${await position(page)}`);
          const old = await position(page);
          if (hand.endsWith("turns")) {
            const mine = (await page.textContent(".turn")).startsWith("Left") ? "left" : "right";
            if (hand === "turns") await page.locator(`.component .grip.${mine}`).first().click();
            else await page.locator(`.moves-table tr:has(td.${mine}) .move-text`).first().click();
          } else if (hand === "sum") {
            if (await page.locator(".disc:not(.gone)").count()) await HANDS.lines(page);
            else await HANDS.grip(page);
          } else await HANDS[hand](page);
          await page.click("text=Make this move");
          await after(page, old);
        }
        assert.match(await page.textContent(".turn.ended"), /The game is over: .* wins\./, start);
      }
    });

    onlyBy("site", "whole games by keyboard, on every kind of board", link(BOARDS[0][0]), async (page) => {
      for (const [start] of BOARDS) {
        await goTo(page, start);
        for (let moves = 0; !(await over(page)); moves++) {
          assert.ok(moves < 30, start);
          const old = await position(page);
          const turn = await page.locator(".turn").count() ? await page.textContent(".turn") : "";
          const row = /^(Left|Right)/.test(turn) ? `.moves-table tr:has(td.${turn.split(" ")[0].toLowerCase()}) .move-text` : ".moves-table .move-text";
          const move = await page.locator(row).first().textContent();
          await page.locator("body").press("t");
          await page.keyboard.type(move);
          await page.keyboard.press("Enter");
          await after(page, old);
          await page.evaluate(() => /** @type {any} */ (document.activeElement)?.blur());
        }
      }
    });

    on("stones are dragged over, and taken from the first to the last", link("lines(max=3)[3x3]"), async (page) => {
      await settled(page);
      const cell = (place) => page.locator(`[data-cell="${place}"]`);
      await cell(0).hover();
      await page.mouse.down();
      await cell(1).hover();
      await cell(2).hover();
      await page.mouse.up();
      await page.waitForSelector(".preview .arrow");
      assert.match(await page.textContent(".preview"), /a1-c1/);
      await page.click("text=Make this move");
      await after(page, "lines(max=3)[3x3]");
      assert.equal(await position(page), "lines(max=3)[000/111/111]");
      // By keyboard: to a cell with the arrows, Enter for the first and the last stone, Enter again to take them.
      await cell(3).focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".preview:has-text('a2-a3') .arrow");
      await page.keyboard.press("Enter");
      await after(page, "lines(max=3)[000/111/111]");
      assert.equal(await position(page), "lines(max=3)[000/011/011]");
    });

    on("an amount is shown on the board before it is taken", FIRST, async (page) => {
      await settled(page);
      await page.getByRole("button", { name: /^row 2,/ }).click();
      assert.equal(await page.inputValue(".details .number"), "7");
      await page.waitForSelector(".entry .new");
      assert.deepEqual(await page.locator(".entry .new").allTextContents(), ["17", "20"]);
      await page.waitForSelector(".preview .tag.win");
      await page.fill(".details .number", "25");
      await page.waitForSelector(".movebar .problem");
      assert.match(await page.textContent(".movebar .problem"), /row 2 gives at most 24, its least entry/);
      assert.equal(await page.locator("text=Make this move").isDisabled(), true);
    });

    on("stones of Nimbers show what appears and vanishes", link("nimbers[(2,2) (4,w)]"), async (page) => {
      await settled(page);
      await page.locator('[aria-label^="(4,w), stone"]').click();
      await page.locator('[aria-label^="(2,2), stone"]').click();
      await page.waitForSelector(".stone.ghost");
      assert.deepEqual(await page.locator(".point:has(.ghost)").evaluateAll((all) => all.map((one) => one.dataset.x)), ["2", "4"]);
      assert.match(await page.getAttribute('[aria-label^="(2,2)"]', "aria-label"), /vanishes/);
    });

    on("what cannot be read is marked in place", FIRST, async (page) => {
      await settled(page);
      await page.fill("#position", "matrix[20 24; 24 x7]");
      await page.waitForSelector(".caret");
      assert.match(await page.textContent("#position-fault"), /expected an entry, found `x7`/);
      assert.equal(await page.textContent(".caret mark"), "x7");
      assert.match(await page.textContent("#position-fault"), /Example: matrix\[20 24; 24 27\]/);
      assert.equal(await page.locator("text=Set >> nth=0").isDisabled(), true);
      await page.fill("#position", "@board.txt");
      await page.waitForSelector("#position-fault:has-text('the board file board.txt is not open')");
      await page.fill("#position", "nim[3,4]");
      await page.press("#position", "Enter");
      await page.waitForFunction(() => location.hash.includes("nim%5B3%2C4%5D"));
      await settled(page);
      for (const [move, told] of [["heap 3 by 1", /heap/], ["heap 1 by 9", /9|3/], ["sideways", /./]]) {
        await page.fill("#typed-move", String(move));
        await page.press("#typed-move", "Enter");
        await page.waitForSelector("#typed-fault .problem");
        assert.match(await page.textContent("#typed-fault"), told);
        assert.equal(await position(page), "nim[3,4]");
      }
    });

    on("a link with a broken position says what is wrong", link("matrix[1 2; 3]"), async (page) => {
      await page.waitForSelector(".caret");
      assert.match(await page.textContent(".problem"), /the first row has 2 entries, but this one has 1/);
    });

    on("a link with an impossible move says so and keeps the rest", link("nim[3,4]", "&m=0:heap+1+by+1~1:heap+1+by+9&n=2"), async (page) => {
      await page.waitForSelector("main > .problem");
      assert.match(await page.textContent("main > .problem"), /heap 1 by 9/);
      await page.waitForFunction(() => document.querySelector("#position").value === "nim[2,4]");
    });

    onlyBy("server", "setting up: games, shapes, clicking, sums", FIRST, async (page) => {
      await settled(page);
      await page.click("#tab-setup");
      await page.selectOption(".start select", "lines");
      await after(page, "matrix[20 24; 24 27]");
      assert.equal(await position(page), "lines(max=3)[4x4]");
      await page.click("button:has-text('Hook')");
      await after(page, "lines(max=3)[4x4]");
      assert.equal(await position(page), "lines(max=3)[1111/1000/1000/1000]");
      await page.locator('.editor [data-cell="5"]').click();
      await after(page, "lines(max=3)[1111/1000/1000/1000]");
      assert.equal(await position(page), "lines(max=3)[1111/1100/1000/1000]");
      await page.click("button:has-text('Transpose')");
      await page.waitForFunction(() => document.querySelector("#position").value === "lines(max=3)[1111/1100/1000/1000]");
      await page.selectOption(".start select", "matrix");
      await page.waitForFunction(() => document.querySelector("#position").value === "matrix[20 24; 24 27]");
      await page.click("button:has-text('Add a row')");
      await after(page, "matrix[20 24; 24 27]");
      await page.fill('[aria-label="row 3 column 1"]', "5");
      await page.press('[aria-label="row 3 column 1"]', "Tab");
      await after(page, "matrix[20 24; 24 27; 24 27]");
      assert.equal(await position(page), "matrix[20 24; 24 27; 5 27]");
      await page.click("button:has-text('Turn')");
      await after(page, "matrix[20 24; 24 27; 5 27]");
      assert.equal(await position(page), "matrix[5 24 20; 27 27 24]");
      await page.selectOption(".start select", "pnim");
      await page.waitForFunction(() => document.querySelector("#position").value === "pnim[4,2,1]");
      await page.locator('.editor [aria-label^="row 3 column 2"]').click();
      await after(page, "pnim[4,2,1]");
      assert.equal(await position(page), "pnim[4,2^2]");
      await page.click("button:has-text('Add to the sum')");
      await after(page, "pnim[4,2^2]");
      assert.equal(await position(page), "pnim[4,2^2] + pnim[4,2,1]");
      assert.equal(await page.locator(".component").count(), 2);
      await page.goBack();
      await page.waitForFunction(() => document.querySelector("#position").value === "pnim[4,2^2]");
    });

    on("a random position with exactly one winning move", link("nim[1,2]"), async (page) => {
      await settled(page);
      await page.click("#tab-setup");
      await page.click("button:has-text('One winning move')");
      await after(page, "nim[1,2]");
      assert.match(await page.textContent(".outcome"), /1 winning move\./);
    });

    on("undo, variations and comments, and the link that brings them back", link("nim[3,5]"), async (page) => {
      await settled(page);
      const type = async (move) => {
        const old = await position(page);
        await page.fill("#typed-move", move);
        await page.press("#typed-move", "Enter");
        await after(page, old);
      };
      await type("heap 1 by 1");
      await type("heap 2 by 2");
      await page.fill(".comment input", "a good reply?");
      await page.click("text=Undo");
      await page.waitForFunction(() => document.querySelector("#position").value === "nim[2,5]");
      await settled(page);
      await type("heap 2 by 3");
      assert.equal(await page.locator(".variations").count(), 1);
      assert.match(await page.textContent(".outcome"), /The player to move loses/);
      const shown = await page.textContent(".variations");
      const again = await open(new URL(page.url()).hash);
      await again.waitForFunction(() => document.querySelector("#position").value === "nim[2,2]");
      await settled(again);
      assert.equal(await again.textContent(".variations"), shown);
      await again.click("text=2. heap 2 by 2");
      await again.waitForFunction(() => document.querySelector("#position").value === "nim[2,3]");
      assert.equal(await again.inputValue(".comment input"), "a good reply?");
      await again.context().close();
      await page.evaluate(() => /** @type {any} */ (document.activeElement)?.blur());
      await page.locator("body").press("u");
      await page.waitForFunction(() => document.querySelector("#position").value === "nim[2,5]");
      await page.locator("body").press("r");
      await page.waitForFunction(() => document.querySelector("#position").value === "nim[2,3]");
    });

    on("the games: pictures, rules in three sentences, and three ways to go on", "", async (page) => {
      await page.waitForSelector(".card img");
      const games = await page.locator(".card").count();
      assert.ok(games >= 48, `${games} games`);
      await page.waitForFunction(() => [...document.querySelectorAll(".card")].every((card) => card.querySelector("img")?.complete));
      const cards = await page.locator(".card").evaluateAll((all) => all.map((card) => ({ rules: card.querySelector("p").textContent, title: card.querySelector("h3").textContent, wide: card.querySelector("img").naturalWidth })));
      for (const { rules, title, wide } of cards) {
        assert.ok(wide > 0, `${title} has no picture`);
        assert.match(rules, /The player who makes the last move (wins|loses)\.$/, title);
        assert.ok(rules.split(/[.!?](?:\s|$)/).filter(Boolean).length <= 4, `${title}: ${rules}`);
      }
      // A game of a rule file is among them, and opens.
      await page.fill(".gallery input", "moore");
      await page.waitForFunction(() => document.querySelectorAll(".card").length === 1);
      assert.match(await page.textContent(".gallery [role=status]"), /^1 game$/);
      await page.click(".card >> text=Explore");
      await settled(page);
      assert.match(await page.textContent(".outcome"), /The player to move wins/);
      await page.goBack();
      await page.waitForSelector(".card");
      await page.click(".card >> text=Teach");
      await page.waitForSelector(".maker");
    });

    on("who is new plays with one tap, and the board fills the screen", "", async (page) => {
      for (const [width, height, part] of [[390, 844, 0.25], [1920, 1080, 0.6]]) {
        await page.setViewportSize({ width, height });
        await go(page, "#");
        const begin = page.locator(".first-game >> text=Play your first game");
        const place = await begin.boundingBox();
        assert.ok(place && place.y + place.height < height, `the first game is out of sight on ${width}x${height}`);
        await begin.click();
        await page.waitForSelector(".turn:has-text('You are to move')");
        await page.waitForSelector(".boards:not(.stale) .counter");
        const board = await page.locator(".boards").boundingBox();
        assert.ok(board.y < 200 && board.width > (width < 600 ? 0.9 : 0.7) * width && board.height * board.width > part * 0.5 * width * height, JSON.stringify(board));
        // Forms are folded where there is little room; the rules are one tap away.
        assert.equal(await page.locator("label:has-text('Clock')").isVisible(), width > 600);
        assert.equal(await page.locator(".rules").isVisible(), width > 600);
        // One tap from a picture to its board, too.
        await go(page, "#");
        await page.waitForSelector(".card img");
        await page.locator(".card .picture >> nth=1").click();
        await page.waitForSelector(".play-view .boards:not(.stale) .component");
        if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${way.name}-play-${width}.png` });
      }
    });

    on("everything is larger for a projector, and no third of the screen is empty", link("nim[3,5,7]", "&v=play"), async (page) => {
      await page.waitForSelector(".boards:not(.stale) .counter");
      const sizes = () => page.evaluate(() => [".hint", ".grip", ".heap-size", ".rules"].map((one) => parseFloat(getComputedStyle(/** @type {any} */ (document.querySelector(one))).fontSize)));
      const before = await sizes();
      await page.check("text=large, for a projector");
      await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === "24px");
      for (const [i, size] of (await sizes()).entries()) assert.ok(size >= (i === 2 ? 1 : 1.45) * before[i], `${i}: ${before[i]} to ${size}`);
      // The board and what stands beside it take nearly all of the window, and the counters most of the board.
      const board = await page.locator(".component").boundingBox();
      const counters = await page.locator(".heaps").boundingBox();
      assert.ok(board.height > 0.8 * 1080 && counters.width > 0.85 * board.width, JSON.stringify([board, counters]));
      // The link keeps it, for whoever opens it on the projector.
      assert.equal(new URLSearchParams(page.url().split("#")[1]).get("large"), "1");
      const again = await open(new URL(page.url()).hash, { viewport: { width: 1920, height: 1080 } });
      await again.waitForSelector(".projector");
      await again.context().close();
      const right = Math.max(...(await page.locator(".play-view > *").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))));
      assert.ok(right > 0.97 * 1920);
    }, { viewport: { width: 1920, height: 1080 } });

    on("hints colour the counters: first where, then which", link("nim[3,5,7]"), async (page) => {
      await settled(page);
      const hint = page.locator(".play button:has-text('Hint')");
      await hint.click();
      assert.equal(await page.locator(".hinted").count(), 0);
      await hint.click();
      await page.waitForSelector(".heap.hinted:has-text('heap 1')");
      assert.equal(await page.locator(".counter.goes").count(), 0);
      await hint.click();
      await page.waitForSelector(".heap.hinted .counter.goes");
      assert.equal(await page.locator(".counter.goes").count(), 1);
      assert.match(await page.textContent(".preview"), /heap 1 by 1.*wins/);
      await go(page, link("tactix[2x3]"));
      await page.waitForSelector(".cell .disc");
      await settled(page);
      for (let i = 0; i < 2; i++) await hint.click();
      await page.waitForSelector(".cell.hinted, .hints li:has-text('No move wins')");
    });

    on("what cannot be done says why", link("crpm[3,1,1]", "&v=play"), async (page) => {
      const says = (text) => page.waitForSelector(`.problem:has-text("${text}")`);
      await page.locator(".component .grip.right").first().click();
      await says("That is a move of Right, and Left is to move.");
      await page.fill("#typed-move", "row 1");
      await page.press("#typed-move", "Enter");
      await page.waitForSelector("#typed-fault:has-text('That is a move of Right, and Left is to move.')");
      await go(page, link("lines(max=3)[101/111]", "&v=play"));
      await page.waitForSelector(".cell .disc");
      await page.locator('[data-cell="1"]').click();
      await says("There is no stone here.");
      await go(page, link("queens[3x3]", "&v=play&m=0:b2&n=1"));
      await page.waitForSelector(".cell.blocked");
      await page.locator('[data-cell="4"]').click();
      await says("The game is over.");
      await go(page, link("cram[2x3]", "&v=play&m=0:a1-b1&n=1"));
      await page.waitForSelector(".cell.blocked");
      await page.locator('[data-cell="0"]').click();
      await says("This cell is not free.");
      await go(page, link("lattice[(1,1) (2,2)]", "&v=play"));
      await page.waitForSelector(".point .stone");
      await page.locator('.point[aria-label^="(0,0)"]').click();
      await says("There is no counter here.");
    });

    on("moves are animated where motion is welcome, and the last move stays marked", link("nim[3,5]", "&v=play&machine=second"), async (page) => {
      await page.waitForSelector(".turn:has-text('You are to move')");
      // What would move, whether or not its time is over; and what was said while my counters were leaving.
      await page.evaluate(() => {
        const moving = (/** @type {any} */ (window).moving = () => [...document.querySelectorAll("main *")].filter((one) => getComputedStyle(one).animationName !== "none").length);
        const said = (/** @type {any} */ (window).said = []);
        new MutationObserver(() => document.querySelector(".counter.gone") && said.push(`${moving()}: ${document.querySelector(".turn").textContent}`)).observe(document.body, { childList: true, attributes: true, characterData: true, subtree: true });
      });
      await page.locator(".component .grip").nth(1).click();
      await page.click("text=Make this move");
      // The machine waits until the move has been seen.
      await page.waitForSelector(".turn:has-text('The machine played')");
      const said = await page.evaluate(() => /** @type {any} */ (window).said);
      assert.ok(said.some((text) => text.startsWith("1: The machine thinks")), said.join(" | "));
      await page.waitForSelector(".counter.gone");
      await page.waitForFunction(() => document.querySelectorAll(".heap.last").length === 1);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.locator(".component .grip").first().click();
      await page.click("text=Make this move");
      await page.waitForSelector(".record .step >> nth=2");
      await page.waitForFunction(() => document.querySelectorAll(".heap.last").length === 1);
      assert.equal(await page.evaluate(() => /** @type {any} */ (window).moving()), 0);
    }, { reducedMotion: "no-preference" });

    on("whose turn it is is said when it is known, and not before", link("nim[1,1]", "&v=play&machine=second"), async (page) => {
      await page.waitForSelector(".turn:has-text('You are to move')");
      await page.evaluate(() => {
        const said = (/** @type {any} */ (window).said = ["You are to move"]);
        new MutationObserver(() => {
          const text = document.querySelector(".turn").textContent.trim();
          if (said.at(-1) !== text) said.push(text);
        }).observe(document.querySelector(".turn"), { childList: true, characterData: true, subtree: true });
      });
      await page.locator(".component .grip").first().click();
      await page.click("text=Make this move");
      await page.waitForSelector(".turn.ended");
      const said = await page.evaluate(() => /** @type {any} */ (window).said);
      assert.deepEqual(said, ["You are to move", "The machine thinks… You played heap 1 by 1.", "The game is over. The machine wins. The machine played heap 2 by 1."]);
    });

    on("placing games: free cells are squares, pieces are pieces, and blocked cells look blocked", link("cram[3x4]", "&v=play&m=0:b1-b2&n=1"), async (page) => {
      await page.waitForSelector(".tile");
      assert.equal(await page.locator(".cell.free").count(), 10);
      assert.equal(await page.locator(".cell.blocked").count(), 2);
      assert.equal(await page.locator(".tile.new").count(), 2);
      assert.match(await page.textContent(".movebar"), /Choose a free cell to place a piece on/);
      assert.doesNotMatch(await page.textContent("main"), /\btake\b/);
      // A domino by two clicks.
      await page.locator('[data-cell="3"]').click();
      await page.locator('[data-cell="7"]').click();
      await page.click("text=Make this move");
      await page.waitForFunction(() => document.querySelectorAll(".tile.second").length === 2);
      // Left and Right place by the same two clicks, each on their turn.
      await go(page, link("domineering[3x3]", "&v=play"));
      await page.waitForSelector(".turn:has-text('Left is to move')");
      for (const [first, last, next] of [[0, 3, "Right"], [1, 2, "Left"]]) {
        assert.equal(await page.locator(".component .grips").count(), 0);
        await page.waitForFunction(() => !document.querySelector(".boards.stale") && document.querySelectorAll(".cell.free").length % 2 === 1);
        await page.locator(`[data-cell="${first}"]`).click();
        await page.locator(`[data-cell="${last}"]`).click();
        await page.click("text=Make this move");
        await page.waitForSelector(`.turn:has-text("${next} is to move")`);
      }
      assert.equal(await page.locator(".tile.left").count(), 2);
      assert.equal(await page.locator(".tile.right.new").count(), 2);
      await go(page, link("queens[5x5]", "&v=play&m=0:c3&n=1"));
      await page.waitForSelector('[data-cell="12"] .piece:text-is("♛")');
      assert.equal(await page.locator(".cell.blocked").count(), 17);
      await go(page, link("col[LR__/_Lo_/LoLo]", "&v=play"));
      await page.waitForSelector(".cell.free.right");
      assert.equal(await page.locator(".cell.free.left").count(), 4);
      assert.match(await page.getAttribute('[data-cell="1"]', "aria-label"), /free for Right/);
      await page.locator('[data-cell="1"]').click();
      await page.waitForSelector(".problem:has-text('That is a move of Right, and Left is to move.')");
      await page.locator('[data-cell="2"]').click();
      await page.click("text=Make this move");
      await page.waitForSelector('[data-cell="2"] .disc.left');
      // Cells that are free to both players are placed on by the one who is to move.
      await go(page, link("snort[1x5]", "&v=play"));
      for (const [cell, player] of [[0, "left"], [4, "right"]]) {
        await page.waitForSelector(`.turn:has-text('${player === "left" ? "Left" : "Right"} is to move')`);
        await page.waitForFunction(() => !document.querySelector(".boards.stale"));
        await page.locator(`[data-cell="${cell}"]`).click();
        await page.click("text=Make this move");
        await page.waitForSelector(`[data-cell="${cell}"] .disc.${player}`);
      }
    });

    on("heaps without moves of their own have counters, and a limit is shown", link("yama[3,6]"), async (page) => {
      await page.waitForSelector(".counters .counter");
      assert.equal(await page.locator(".counters .counter").count(), 9);
      assert.match(await page.textContent(".moves"), /7 moves/);
      await go(page, link("fibonacci[20; at most 8]", "&v=play"));
      await page.waitForSelector(".boards:has-text('The next move takes at most 8 from a pile.')");
    });

    on("coins of a product are chosen one by one, whichever comes first", link("turning(turtles,ruler)[(2,2) (1,1)]", "&v=play"), async (page) => {
      const coins = page.locator(".plane .point:has(.coin)");
      await coins.first().waitFor();
      for (const coin of [0, 1]) {
        await coins.nth(coin).click();
        await page.waitForSelector(".details select");
        await page.click("text=Cancel");
      }
    });

    on("moves from a list can be made without analysis", link("kayles[5,3]", "&v=play"), async (page) => {
      await page.locator(".component .grip").first().click();
      await page.selectOption(".details select", "heap 1 by 1 into 2+2");
      await page.click("text=Make this move");
      await page.waitForSelector(".turn:has-text('The second player is to move')");
      await go(page, link("schrage[5x8]", "&v=play"));
      await page.locator(".cut .hit").first().click({ force: true });
      await page.click("text=Make this move");
      await page.waitForSelector(".turn:has-text('The first player played 5x8 into')");
    });

    /** Types a move in the mode without analysis, and waits for what is said of whose turn it is. */
    const typed = async (page, move, told) => {
      await page.fill("#typed-move", move);
      await page.press("#typed-move", "Enter");
      await page.waitForSelector(`.turn:has-text("${told}")`);
    };

    on("a game against the machine, where it was lost, its record, and a rematch", link("nim[2,3]", "&v=play&machine=second"), async (page) => {
      await page.waitForSelector(".turn:has-text('You are to move')");
      assert.equal(await page.locator(".outcome, .moves-table, .why, .mark, .legend").count(), 0, "no analysis");
      await typed(page, "heap 1 by 2", "The machine wins.");
      await page.click("text=Where was it lost?");
      await page.waitForSelector(".lost:has-text('It was lost with move 1, heap 1 by 2. heap 2 by 1 wins. The refutation is heap 2 by 3.')");
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(".record >> text=Save")]);
      const record = readFileSync(await download.path(), "utf8");
      assert.equal(record, "# nimfield game 1\nnim[0,0]\n# play normal\n# players human,machine\n# begins 1\n# start nim[2,3]\n# move heap 1 by 2\n# move heap 2 by 3\n");
      await page.click(".record >> [aria-label='to the start']");
      await page.waitForSelector(".turn:has-text('Before the first move')");
      await page.click("text=Rematch");
      await page.waitForSelector(".turn:has-text('You are to move')");
      await page.setInputFiles("input[type=file]", { name: "game.txt", mimeType: "text/plain", buffer: Buffer.from(record) });
      await page.waitForSelector(".turn:has-text('The machine wins.')");
      await page.setInputFiles("input[type=file]", { name: "game.txt", mimeType: "text/plain", buffer: Buffer.from("nim[1]") });
      await page.waitForSelector(".problem:has-text('A saved game begins with')");
      await page.click("text=Undo");
      await page.waitForSelector(".turn:has-text('You are to move')");
      await page.click("text=Swap sides");
      await page.waitForSelector(".turn:has-text('The machine played heap 2 by 1.')");
      await page.selectOption("label:has-text('Level') select", { label: "weak" });
      await page.waitForFunction(() => location.hash.includes("level=0.3"));
      await page.click("text=Resign");
      await page.waitForSelector(".turn:has-text('You resign. The machine wins.')");
      await page.click("text=Where was it lost?");
      await page.waitForSelector(".lost:has-text('No move of you gave a win away.')");
    });

    const blocking = encodeURIComponent(JSON.stringify({ "blk.game": "piles 2\nmove any from each\nblock 1\n" }));
    on("a game in which moves are forbidden", `#v=play&machine=second&p=@blk.game[2,3]&b=${blocking}`, async (page) => {
      await page.waitForSelector(".forbidden:has-text('The machine forbids')");
      const forbidden = await page.textContent(".forbidden b");
      await page.fill("#typed-move", forbidden);
      await page.press("#typed-move", "Enter");
      await page.waitForSelector(`.problem:has-text("${forbidden} is forbidden for this move.")`);
      await page.fill("#typed-move", forbidden === "pile 1 by 1" ? "pile 2 by 1" : "pile 1 by 1");
      await page.press("#typed-move", "Enter");
      await page.waitForSelector(".turn:has-text('You may forbid moves')");
      await page.locator(".forbid input").first().click();
      assert.equal(await page.locator(".forbid input:enabled").count(), 1, "one move can be forbidden");
      await page.click(".forbid button");
      await page.waitForSelector(".turn:has-text('The machine played')");
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(".record >> text=Save")]);
      const record = readFileSync(await download.path(), "utf8");
      assert.equal(record.match(/^# forbidden pile/gm)?.length, 2, record);
    });

    on("two people at one screen, in a partizan game, by the clock", link("crpm[3,1,1]", "&v=play&clock=5"), async (page) => {
      await page.waitForSelector(".turn:has-text('Left is to move')");
      await page.waitForSelector(".clocks:has-text('Left 5:00')");
      await page.locator(".component .grip.right").first().click();
      await page.waitForSelector(".movebar .problem");
      await page.locator(".component .grip.left").first().click();
      await page.click("text=Make this move");
      await page.waitForSelector(".turn:has-text('Right is to move')");
      await page.waitForSelector(".clocks:has-text('Right 4:5')");
      await page.click("text=Resign");
      await page.waitForSelector(".turn:has-text('Right resigns. Left wins.')");
      await page.check("text=large, for a projector");
      await page.waitForSelector(".projector");
      await go(page, link("nim[9,9]", "&v=play&clock=0.03&m=0:heap+1+by+1&n=1"));
      await page.waitForSelector(".turn:has-text('Time is up. The first player wins.')");
    });

    on("exercises: made, drawn by a seed, answered, refuted, printed", link("nim[2,3,5]", "&v=exercise&teach=1"), async (page) => {
      const add = async (kind, fields, count) => {
        await page.selectOption(".maker select", kind);
        for (const [label, text] of Object.entries(fields)) await page.locator(".maker label", { hasText: label }).locator("input").fill(text);
        await page.click(".maker button.primary");
        await page.waitForFunction((count) => document.querySelectorAll(".made li").length === count, count);
      };
      await add("find", { "Your hint": "Write the heaps in binary.", "Your explanation": "2 + 3 = 1 among nimbers." }, 1);
      await add("who", { "Position, or": "wythoff[a,b]", "Ranges": "a=1..6 b=1..9", "How many": "4", "Your hint": "", "Your explanation": "" }, 5);
      await page.fill(".maker .notation >> nth=0", "wythoff[1,2]");
      await page.fill(".maker .notation >> nth=1", "");
      await page.selectOption(".maker select", "find");
      await page.click(".maker button.primary");
      await page.waitForSelector(".maker .problem:has-text('No move wins here')");
      await add("all", { "Position, or": "nim[3,5,7]" }, 6);
      // The same seed draws the same set.
      const made = await page.locator(".made code").allTextContents();
      assert.equal(made[0], "nim[2,3,5]");
      assert.equal(new Set(made).size, 6);
      await page.emulateMedia({ media: "print" });
      await page.waitForFunction(() => /nim\[2,3,5\]: heap 3 by 4/.test(document.querySelector(".answers").textContent) && !/…/.test(document.querySelector(".answers").textContent));
      const printed = await page.evaluate(() => document.body.innerText);
      // The rules once for each game, the reasons with the answers, and one heading.
      assert.equal(printed.match(/There are some heaps of counters\./g).length, 1);
      assert.equal(printed.match(/There are two heaps of counters\./g).length, 1);
      assert.match(printed.slice(printed.indexOf("Answers")), /the values add up to .*2.*3.*5/s);
      assert.deepEqual(await page.locator("h1:visible, h2:visible").allTextContents(), ["Exercises", "Answers"]);
      assert.match(printed, /Find a move that wins\..*Answers.*The player who begins (wins|loses)\..*heap 1 by 1; heap 2 by 1; heap 3 by 1/s);
      assert.equal(await page.locator(".sheet img:visible").count(), 6);
      await page.emulateMedia({ media: null });
      for (const [button, start] of [["Sheet as SVG", "<svg"], ["Sheet as PNG", "\x89PNG"]]) {
        const [download] = await Promise.all([page.waitForEvent("download"), page.click(`text=${button}`)]);
        assert.ok(readFileSync(await download.path(), "latin1").startsWith(start), button);
      }
      await page.click("text=Link for the class");
      const address = await page.inputValue(".shown textarea");
      assert.doesNotMatch(address, /teach=/);
      await go(page, new URL(address).hash);
      await page.waitForSelector(".exercise .grip");
      assert.equal(await page.locator(".maker").count(), 0);
      await page.click(".exercise >> text=Hint");
      await page.waitForSelector("text=Write the heaps in binary.");
      const answer = async (move, told) => {
        await page.fill("#typed-move", move);
        await page.press("#typed-move", "Enter");
        await page.waitForSelector(`.exercise .verdict:has-text("${told}")`);
      };
      // The refuting reply is made on the board.
      await answer("heap 1 by 2", "No: heap 1 by 2 is answered by heap 3 by 2, and then you lose.");
      await page.waitForSelector(".exercise p code:has-text('nim[0,3,3]')");
      await page.click("text=Try again");
      await answer("heap 3 by 4", "Right: heap 3 by 4 wins.");
      await page.waitForSelector("text=2 + 3 = 1 among nimbers.");
      await page.click("text=Next exercise");
      await page.click("button:has-text('The first player')");
      await page.waitForSelector(".exercise .verdict");
      await page.click("[aria-label='exercise 6']");
      await answer("heap 1 by 1", "2 more to find.");
      await answer("heap 2 by 1", "1 more to find.");
      await answer("heap 3 by 1", "Right: these are all 3 winning moves.");
      await page.waitForSelector("[aria-label='exercise 6, solved']");
    });

    on("lessons play: every board of every page", "#v=book&c=lessons%2Findex", async (page) => {
      await page.waitForSelector(".chapter h2:has-text('Lessons')");
      const pages = await page.locator(".chapter ol a").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
      assert.equal(pages.length, 5);
      for (const hash of pages) {
        await go(page, hash);
        await page.waitForSelector(".lesson-board .boards:not(.stale) .component");
        await page.waitForFunction(() => document.querySelectorAll(".lesson-board").length >= 3 && !document.querySelector(".boards.stale"));
        assert.equal(await page.locator(".problem").count(), 0, hash);
        const board = page.locator(".lesson-board").last();
        await board.locator("text=Who wins?").click();
        await board.locator("text=/The player to move wins: /").waitFor();
        await board.locator("text=Machine, move").click();
        await board.locator("text=/after /").waitFor();
        await board.locator("text=From the start").click();
        await page.waitForFunction(() => !document.querySelector(".boards.stale"));
      }
    });

    on("by keyboard alone: from the games to a move, an exercise and its print", "", async (page) => {
      await page.waitForSelector(".card img");
      await tabTo(page, /^Play nim$/);
      await page.keyboard.press("Enter");
      await page.waitForSelector(".turn:has-text('You are to move')");
      await tabTo(page, /^heap 3/);
      await page.keyboard.press("Enter");
      await tabTo(page, /^Make this move$/);
      await page.keyboard.press("Enter");
      await page.waitForSelector(".record .step >> nth=0");
      await page.goBack();
      await go(page, link("nim[2,3,5]", "&v=exercise&teach=1"));
      await page.waitForSelector(".maker");
      await tabTo(page, /^Add$/);
      await page.keyboard.press("Enter");
      await page.waitForSelector(".made li");
      await page.evaluate(() => (/** @type {any} */ (window).print = () => (document.title = "printed")));
      await tabTo(page, /^Print with answers$/);
      await page.keyboard.press("Enter");
      assert.equal(await page.title(), "printed");
    });

    on("hints come one by one", link("wythoff[2,5]"), async (page) => {
      await settled(page);
      for (let i = 0; i < 4; i++) await page.locator(".play button:has-text('Hint')").click();
      const hints = await page.locator(".hints li").allTextContents();
      assert.equal(hints.length, 4);
      assert.match(hints[0], /You can win/);
      assert.match(hints[2], /wins\.$/);
    });

    on("partizan play: players, value, thermograph", link("matrix-partizan[1 2; 2 2]"), async (page) => {
      await settled(page);
      assert.match(await page.textContent(".outcome"), /Whoever begins wins/);
      await page.waitForSelector(".thermograph");
      assert.match(await page.getAttribute(".thermograph", "alt"), /mean 0, temperature 1/);
      assert.equal(await page.locator(".thermograph").evaluate((one) => one.naturalWidth > 0), true);
      await page.getByRole("button", { name: /column 1, Left/ }).click();
      await page.click("text=Make this move");
      await after(page, "matrix-partizan[1 2; 2 2]");
      assert.match(await page.textContent(".turn"), /Right to move/);
    });

    on("values of both sides of play", link("nim[2,3]"), async (page) => {
      await settled(page);
      await page.locator(".value button").click();
      await page.waitForSelector(".value dt:has-text('genus') + dd math");
      assert.match(await page.textContent(".value"), /misère number/);
    });

    on("the table says of what its outcomes are, and leaves nothing open where whoever begins loses", link("matrix-partizan[40 30; 31 39] - matrix-partizan[40 30; 31 39]"), async (page) => {
      await settled(page);
      assert.match(await page.textContent(".outcome"), /Whoever begins loses/);
      assert.ok((await page.locator(".moves-table th").allTextContents()).includes("outcome of what is left"));
      const results = await page.locator(".moves-table td.result").allTextContents();
      assert.ok(results.length > 5 && results.every((text) => text === "× loses"), results.join());
    });

    on("the map opens on Wythoff, its form leaves room, and values are numbers", "#v=map", async (page) => {
      for (const [width, height] of [[390, 844], [1920, 1080]]) {
        await page.setViewportSize({ width, height });
        await page.reload();
        await page.waitForSelector("canvas");
        assert.equal(await page.inputValue(".map-form input >> nth=0"), "wythoff[a,b]");
        const form = await page.locator(".map-form").boundingBox();
        assert.ok(form.height <= height / 3, `${form.height} of ${height}`);
      }
      assert.doesNotMatch(await page.textContent(".map-view"), /closed form|in the dark/);
      await page.selectOption("label:has-text('Show') select", "value");
      await page.waitForSelector("h2:text-is('values')");
      await page.locator("canvas").focus();
      await page.keyboard.press("ArrowRight");
      await page.waitForSelector(".read-out:has-text('a = 0, b = 1: 1 ')");
    });

    on("the keys that the help lists do what it says: Enter on a heap", link("nim[3,5]"), async (page) => {
      await settled(page);
      await tabTo(page, /^heap 2/);
      await page.keyboard.press("Enter");
      await page.waitForSelector(".preview:has-text('heap 2 by 2') .arrow");
      await page.keyboard.press("Enter");
      await after(page, "nim[3,5]");
      assert.equal(await position(page), "nim[3,3]");
      // A second click is no second Enter.
      await page.locator(".component .grip").first().click();
      await page.locator(".component .grip").first().click();
      assert.equal(await position(page), "nim[3,3]");
      await page.keyboard.press("Escape");
      assert.equal(await page.locator(".preview").count(), 0);
    });

    on("a mistake is reported once, and a search without hits says so", link("nim[3,5]"), async (page) => {
      await settled(page);
      await page.fill("#position", "nim[3;5]");
      await page.press("#position", "Enter");
      await page.waitForSelector(".problem");
      await page.waitForTimeout(600);
      assert.equal(await page.locator(".problem").count(), 1);
      await go(page, "#");
      await page.fill(".gallery input", "no such game");
      await page.waitForSelector("[role=status]:has-text('No game has these words.')");
      // Without a server or net one report, too. The browser itself tells of requests that were not answered.
      await go(page, link("nim[3,5]"));
      await settled(page);
      if (way.name === "server") {
        await page.context().setOffline(true);
        await page.fill("#position", "nim[3,6");
        await page.press("#position", "Enter");
        await page.waitForSelector(".problem:has-text('cannot be reached')");
        await page.waitForTimeout(600);
        assert.equal(await page.locator(".problem").count(), 1);
        page.faults = page.faults.filter((fault) => !fault.includes("ERR_INTERNET_DISCONNECTED"));
      }
    });

    on("pictures of games can be read at the size of a card", "", async (page) => {
      await page.waitForFunction(() => [...document.querySelectorAll(".card")].every((card) => card.querySelector("img")?.complete));
      for (const title of ["Wythoff's game", "RNim"]) {
        const image = page.locator(`.card:has(h3:text-is("${title}")) img`);
        const [shown, natural] = await image.evaluate((one) => [one.getBoundingClientRect().width, one.naturalWidth]);
        // Letters of 12 units are at least 6 pixels high, three times what they were.
        assert.ok((12 * shown) / natural >= 6, `${title}: ${shown} of ${natural}`);
      }
    });

    on("a map with a claim laid over it, and its misses", "#v=map&f=matrix%5Ba+10%3B10+b%5D&r=a%3D0..24+b%3D0..24", async (page) => {
      await page.waitForSelector(".laws");
      await page.selectOption(".laws", "@ferguson-theorem-3");
      await page.waitForSelector(".verdict-line:has-text('agrees with all 625 positions')");
      await page.waitForSelector(".claim-words .tag:has-text('proved')");
      await page.selectOption(".laws", "@ferguson-theorem-3-not-strict");
      await page.waitForSelector(".verdict-line b:has-text('is wrong in')");
      assert.match(page.url(), /claim=%40ferguson-theorem-3-not-strict/);
      await page.selectOption(".laws", "");
      await page.waitForSelector(".verdict-line", { state: "detached" });
    });

    on("a law for all numbers laid over a map, loaded when it is asked for", "#v=map&f=wythoff%5Ba%2Cb%5D&r=a%3D0..40+b%3D0..40", async (page) => {
      await page.waitForSelector(".laws");
      const fetched = () => page.fetched.filter((request) => /laws\/|api\/prove/.test(request.url())).length;
      assert.equal(fetched(), 0);
      await page.selectOption(".laws", "@law");
      await page.waitForSelector(".verdict-line:has-text('The law agrees with all 1681 positions')");
      assert.equal(fetched(), 1);
      const words = () => page.textContent(".claim-words");
      assert.match(await words(), /^proved The law of wythoff\[a.b\] in normal play, for all numbers: .* an automaton of 8 states accepts the digits of a, b \(Fibonacci numbers\)/);
      assert.match(await words(), way.name === "server" ? /In words: P exactly if .* Proved now: decided by automata of digits/ : /Stored with the game; the tests of Nimfield prove it/);
      assert.match(page.url(), /claim=%40law/);
      const [file] = await Promise.all([page.waitForEvent("download"), page.click("text=Save its certificate")]);
      assert.equal(JSON.parse(readFileSync(await file.path(), "utf8")).accepts.length, 8);
      await page.selectOption("label:has-text('as its source') select", "misere");
      await page.waitForSelector(".claim-words:has-text('in misère play')");
      await page.waitForSelector(".verdict-line:has-text('The law agrees with all 1681 positions')");
      // Values: the law says where they are 0.
      await go(page, "#v=map&f=wythoff%5Ba%2Cb%5D&r=a%3D0..9+b%3D3..9&show=value&claim=%40law");
      await page.waitForSelector(".verdict-line:has-text('The law agrees with all 70 positions')");
      await go(page, "#v=map&f=nim%5Ba%5D%2Bnim%5Bb%5D&r=a%3D0..9+b%3D0..9&claim=%40law");
      await page.waitForSelector(".claim-words:has-text('No law for all numbers is proved here')");
      assert.equal(await page.locator(".tag.proved, .verdict-line").count(), 0);
    });

    on("the law of a typed game is laid over its map", "#v=design", async (page) => {
      const rules = "piles 2\nmove same any from each and all\nends where p1+p2 <= 1\n";
      await page.selectOption(".designer select >> nth=0", "text");
      await page.fill(".designer textarea", rules);
      await page.press(".designer textarea", "Tab");
      await written(page, rules);
      await page.click(".designer a:text-is('Map')");
      await page.waitForSelector("canvas");
      const shown = way.name === "server" ? "proved The law of @own.game[a,b] in normal play" : "no law of this game is stored with this page";
      if (way.name !== "server") await page.selectOption(".laws", "@law");
      await page.waitForSelector(`.claim-words:has-text('${shown}')`);
      if (way.name === "server") await page.waitForSelector(".verdict-line:has-text('The law agrees with all 961 positions')");
      assert.equal(await page.locator(".tag.proved").count(), way.name === "server" ? 1 : 0);
    });

    on("every stored law agrees with the map of its game", "#v=map", async (page) => {
      const folder = join(root, "crates/nimfield-rules/laws");
      const laws = readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
      // With a number in the place of a third letter the law of a server is another one, and some proofs take seconds.
      const some = laws.filter(({ letters, numeration: [a, b] }) => way.name === "site" || (letters.length === 2 && a * b < 2));
      for (const { position, letters, play } of some) {
        // A map has two letters: others stand for a number.
        const family = letters.slice(2).reduce((text, letter) => text.replace(new RegExp(`\\b${letter}(?=[\\],\\s])`), "5"), position);
        await go(page, `#v=map&f=${encodeURIComponent(family)}&r=a%3D0..12+b%3D0..12&play=${play}&claim=%40law`);
        await page.waitForFunction(([family, play]) => [...document.querySelectorAll(".map-view p > code")].pop()?.textContent === family && document.querySelector(".claim-words")?.textContent.includes(`in ${play} play`) && document.querySelector(".verdict-line"), [family, play === "misere" ? "misère" : "normal"]);
        const found = `${await page.locator(".claim-words").textContent()} ${await page.locator(".verdict-line").textContent()}`;
        assert.match(found, /^proved .*The law agrees with all \d+ positions/, `${family} ${play}`);
      }
    });

    on("a map, a formula laid over it, and a cell opened", "#v=map&f=wythoff%5Ba%2Cb%5D&r=a%3D0..12+b%3D0..12", async (page) => {
      await page.waitForSelector("canvas");
      await page.fill(".map-form input >> nth=2", "min(a,b) = phi(max(a,b) - min(a,b))");
      await page.locator(".map-form .primary").click();
      await page.waitForSelector(".verdict-line");
      assert.match(await page.textContent(".verdict-line"), /no miss in this range/);
      await page.fill(".map-form input >> nth=2", "a = b");
      await page.locator(".map-form .primary").click();
      await page.waitForSelector(".verdict-line:has-text('misses')");
      assert.match(await page.textContent(".verdict-line"), /holds in 1 of \d+ lost positions, misses \d+ .* is wrong in 12 others/);
      await page.fill(".map-form input >> nth=2", "a + (a < b)");
      await page.locator(".map-form .primary").click();
      await page.waitForSelector("#formula-fault .problem");
      assert.match(await page.textContent("#formula-fault"), /expected a number/);
      const canvas = page.locator("canvas");
      await canvas.focus();
      for (const key of ["ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
      await page.waitForSelector("text=a = 2, b = 1: P");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.querySelector("#position")?.value === "wythoff[2,1]");
      await settled(page);
      assert.match(await page.textContent(".outcome"), /The player to move loses/);
      await page.click("text=Back to the map");
      await page.waitForSelector("canvas");
      const box = await page.locator("canvas").boundingBox();
      await page.mouse.click(box.x + 34 + 3, box.y + 34 + 3);
      await page.waitForFunction(() => document.querySelector("#position")?.value === "wythoff[0,0]");
    });

    on("maps of temperatures and of a formula, and two side by side", "#v=map&f=matrix-partizan%5Ba+1%3B2+b%5D&r=a%3D0..5+b%3D0..5&show=temperature", async (page) => {
      /** Reads the cell that is pointed at, on each map. */
      const told = async (first) => {
        await page.waitForSelector(`.read-out >> text=${first}`);
        return (await page.locator(".read-out").allTextContents()).map((text) => text.replace(/ open this position$/, ""));
      };
      await page.locator("canvas").focus();
      for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
      const [shown] = await told("a = 3, b = 1:");
      await page.selectOption("label:has-text('Beside it') select", "value");
      await page.waitForFunction(() => document.querySelectorAll("canvas").length === 2);
      assert.equal((await told("a = 3, b = 1:"))[0], shown);
      await goTo(page, "matrix-partizan[3 1; 2 1]");
      const temperature = await page.textContent("dt:has-text('temperature') + dd");
      assert.equal(shown, `a = 3, b = 1: ${temperature.trim()}`);
      // A number from the letters and from what is shown, on the map of values of nim: 5 - (2 xor 7) = 0.
      await go(page, "#v=map&f=nim%5Ba%2Cb%5D&r=a%3D0..3+b%3D0..8&show=value&beside=misere&claim=v+-+(a+xor+b)+%2B+10a");
      await page.waitForFunction(() => document.querySelectorAll("canvas").length === 2);
      await page.locator("canvas").first().focus();
      for (let i = 0; i < 9; i++) for (const key of ["ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
      await page.keyboard.press("ArrowDown");
      // The heaps 1 and 0: value 1 by value and by xor; lost in misère play.
      assert.deepEqual(await told("a = 1, b = 0:"), ["a = 1, b = 0: 10", "a = 1, b = 0: P"]);
      await page.locator("canvas").nth(1).focus();
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.querySelector("#position")?.value === "nim[1,0]");
      await page.click("text=Back to the map");
      await page.waitForFunction(() => document.querySelectorAll("canvas").length === 2);
    });

    /** Waits until the designer's rules read like this, and lead to a game. */
    const written = (page, rules) =>
      page.waitForFunction((rules) => /** @type {any} */ (document.querySelector(".designer textarea"))?.value === rules && document.querySelector(".designer .ways"), rules);

    on("a game by its own rules: an error in its line, then a game whose link has the rules", link("nim[3,1]"), async (page) => {
      await page.click("#tab-setup");
      await page.click("text=A game of your own, by its rules");
      await page.selectOption(".designer select >> nth=0", "text");
      await page.fill(".designer textarea", "piles any\nmove same amy from each\n");
      await page.press(".designer textarea", "Tab");
      await page.waitForSelector("#rules-fault .caret mark:text-is('amy')");
      assert.match(await page.textContent("#rules-fault .caret"), /^move same amy from each\n {10}\^\^\^$/);
      assert.equal(await page.locator(".designer .ways").count(), 0);
      await page.setInputFiles(".designer input[type=file]", { name: "any.game", mimeType: "text/plain", buffer: Buffer.from("piles any\nmove same 1..2 from each\n") });
      await written(page, "piles any\nmove same 1..2 from each\n");
      await page.fill(".designer input.notation", "[4,3]");
      await page.press(".designer input.notation", "Tab");
      await page.waitForSelector(".designer a:text-is('Explore')[href*='5B4%2C3']");
      await page.click(".designer a:text-is('Explore')");
      await page.waitForFunction(() => document.querySelector("#position")?.value === "@own.game[4,3]");
      await settled(page);
      // Piles of 4 and 3 are worth 1 and 0.
      assert.match(await page.textContent(".outcome"), /The player to move wins/);
      assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("b"), JSON.stringify({ "own.game": "piles any\nmove same 1..2 from each\n" }));
    });

    on("rules are read as they are typed, their game is tried beside them, and the first click plays it", "#v=design", async (page) => {
      await page.waitForSelector(".designer .ways");
      const board = page.locator(".designer .lesson-board");
      await board.locator(".grip").first().click();
      await board.locator("text=Make this move").click();
      await board.locator("text=/after pile 1 by 1/").waitFor();
      await page.focus(".designer label:has-text('in words') input");
      await page.keyboard.type("Take from one pile as you like.");
      await page.keyboard.press("Tab");
      await written(page, "about Take from one pile as you like.\npiles 2\nmove same any from 1\nmove same any from 2\nmove vector 2,1 from 1,2\n");
      await page.selectOption(".designer select >> nth=0", "text");
      // No key but those of the text: the mistake is shown while the cursor is still in it.
      await page.locator(".designer textarea").fill("piles 3\nmove same 1..3 fromm each\n");
      await page.waitForSelector("#rules-fault .caret mark:text-is('m')");
      assert.equal(await page.evaluate(() => document.activeElement?.tagName), "TEXTAREA");
      await page.waitForSelector("text=The board shows the last version without a mistake.");
      assert.equal(await board.locator(".heap").count(), 2);
      assert.equal(await page.locator(".designer .ways").count(), 0);
      await page.locator(".designer textarea").fill("piles any\nmove same 1..3 from each\n\n");
      await page.waitForFunction(() => document.querySelectorAll(".designer .ways").length === 1 && !document.querySelector("#rules-fault .problem"));
      assert.match(await page.inputValue(".designer textarea"), /each\n\n$/, "what is typed stays");
      await page.fill(".designer input.notation", "[2,3,4]");
      await page.press(".designer input.notation", "Tab");
      await page.waitForFunction(() => document.querySelectorAll(".designer .heap").length === 3);
      await page.locator(".designer textarea").fill("about Take one, two or three.\npiles 3\nmove same 1..3 from each\n");
      await page.click(".designer a:text-is('Play')");
      await page.waitForSelector(".turn:has-text('You are to move')");
      await page.waitForSelector(".rules:text-is('Take one, two or three. The player who makes the last move wins.')");
      await page.locator(".component .grip").nth(1).click();
      await page.click("text=Make this move");
      await page.waitForSelector(".record .step >> nth=1");
    });

    on("the rules of a game of your own are sentences: in play, in an exercise, and on its sheet", "#v=design", async (page) => {
      const words = "Counters lie in 2 piles. On your turn take any number of counters from one pile. The player who makes the last move wins.";
      await page.waitForSelector(".designer [data-x]");
      await page.selectOption(".designer select >> nth=0", "piles");
      await written(page, "piles 2\nmove same any from each\n");
      await page.waitForSelector(`.designer .in-words:text-is('${words}')`);
      await page.click(".designer a:text-is('Play')");
      await page.waitForSelector(`.rules:text-is('${words}')`);
      await page.goBack();
      await page.click(".designer a:text-is('Teach')");
      await page.click(".maker .primary");
      await page.waitForSelector(`.exercise .rules:text-is('${words}')`);
      await page.waitForSelector(`.sheet-rules:text-is('This game: ${words}')`, { state: "attached" });
    });

    on("a graph is drawn as a graph: its edges by mouse, its vertices by keyboard, both with names", "#v=design", async (page) => {
      await page.waitForSelector(".designer [data-x]");
      await page.selectOption(".designer select >> nth=0", "graphs");
      await written(page, "graph any\nplace edge\n");
      await page.click(".designer a:text-is('Play')");
      await page.waitForSelector(".turn:has-text('You are to move')");
      await page.waitForSelector(".graph .edge.can");
      assert.equal(await page.locator(".graph .vertex circle").count(), 5);
      assert.equal(await page.locator(".graph .edge.can").count(), 4);
      await page.locator("[aria-label='vertex b, free, joined to a, c']").click();
      await page.waitForSelector(".problem:has-text('Choose an edge, a line between two vertices.')");
      await page.locator("[aria-label='edge b-c']").click({ force: true });
      await page.waitForSelector(".edge.chosen");
      await page.click("text=Make this move");
      await page.waitForSelector(".vertex.first[aria-label^='vertex b, taken']");
      // Left and Right on the same vertices, by keyboard.
      await go(page, `#v=design&d=${encodeURIComponent(JSON.stringify({ kind: "text", text: "graph any\nleft place cell forbids neighbours to left\nright place cell forbids neighbours to right\n", start: "[a-b b-c]" }))}`);
      await page.waitForSelector(".designer .ways");
      await page.click(".designer a:text-is('Explore')");
      await settled(page);
      await tabTo(page, /^vertex b, free, joined to a, c/);
      await page.keyboard.press("Enter");
      await page.waitForSelector(".vertex.chosen");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".vertex.left[aria-label^='vertex b, taken']");
      assert.match(await page.locator(".vertex >> nth=0").getAttribute("aria-label"), /^vertex a, free for Right, joined to b/);
      // Piles on the edges have sizes, and stars are buttons.
      await go(page, `#v=design&d=${encodeURIComponent(JSON.stringify({ kind: "text", text: "piles on edges a-b b-c c-a\nmove same any from each and stars\n", start: "[3,4,5]" }))}`);
      await page.waitForSelector(".designer .ways");
      await page.click(".designer a:text-is('Explore')");
      await settled(page);
      await page.locator("[aria-label^='edge b-c, 4']").focus();
      await page.keyboard.press("Enter");
      await page.waitForSelector(".movebar .details:has-text('of at most 4')");
      assert.equal(await page.locator(".grips .grip").count(), 3);
    });

    on("what a sum's moves have placed is drawn as pieces", link("cram[2x2] + nim[2]"), async (page) => {
      await settled(page);
      await page.fill("#typed-move", "1: a1-b1");
      await page.press("#typed-move", "Enter");
      await page.waitForSelector(".tile.first");
      assert.equal(await page.locator(".tile.first").count(), 2);
    });

    on("the designer: from the games, steps by mouse, played, and shared by link", "", async (page) => {
      await page.click("text=Make your own game");
      await written(page, "piles 2\nmove same any from 1\nmove same any from 2\nmove vector 2,1 from 1,2\n");
      const step = (x, y) => page.locator(`.designer [data-x="${x}"][data-y="${y}"]`);
      await step(2, 1).click();
      await step(2, 1).click();
      await step(1, 1).click();
      await step(1, 1).click();
      await step(1, 2).click();
      await written(page, "piles 2\nmove same any from 1\nmove same any from 2\nmove same any from 1,2\nmove vector 1,2 from 1,2\n");
      assert.equal(await step(1, 1).getAttribute("aria-label"), "1 from pile 1, 1 from pile 2: any number of times");
      // The link brings back what was clicked, on a page of its own.
      const again = await open(new URL(page.url()).hash);
      assert.equal(await again.locator('.designer [data-x="1"][data-y="2"]').textContent(), "1");
      assert.equal(await again.inputValue(".designer textarea"), await page.inputValue(".designer textarea"));
      await again.context().close();
      await page.locator("label:has-text('makes the last move loses') input").check();
      await page.waitForFunction(() => /** @type {any} */ (document.querySelector(".designer textarea")).value.endsWith("play misere\n"));
      await page.click(".designer a:text-is('Play')");
      await page.waitForSelector(".turn:has-text('You are to move')");
      await page.fill("#typed-move", "piles 1,2 by 1,2");
      await page.press("#typed-move", "Enter");
      await page.waitForSelector(".record .step >> nth=1");
    });

    on("the designer: forms write ends, blocks, limits, corners, and cells that forbid others", "#v=design", async (page) => {
      await page.waitForSelector(".designer [data-x]");
      const fill = async (label, value) => {
        await page.fill(`.designer label:has-text('${label}') input`, value);
        await page.press(`.designer label:has-text('${label}') input`, "Tab");
      };
      await page.selectOption(".designer select >> nth=0", "piles");
      await written(page, "piles 2\nmove same any from each\n");
      await fill("The game is over where", "p1 + p2 <= 3");
      await fill("Options that the other player forbids", "1");
      await written(page, "piles 2\nmove same any from each\nends where p1 + p2 <= 3\nblock 1\n");
      await fill("Options that the other player forbids", "");
      await fill("and puts on another", "1");
      await written(page, "piles 2\nmove vector k,-1 from pairs where k > 1\nends where p1 + p2 <= 3\n");
      await page.selectOption(".designer select >> nth=0", "diagrams");
      await page.locator(".designer label:has-text('anticorner') input").check();
      await written(page, "partition\nremove corners and anticorner\n");
      await page.selectOption(".designer select >> nth=0", "cells");
      await page.selectOption(".designer label:has-text('one of Left') select", "right");
      await page.selectOption(".designer label:has-text('one of Right') select", "left");
      await written(page, "board any\nleft place cell forbids neighbours to right\nright place cell forbids neighbours to left\n");
      await page.selectOption(".designer select >> nth=0", "walk");
      await written(page, "partition\npiece step -2,1 and step 1,-2\n");
      await page.selectOption(".designer select >> nth=0", "codes");
      await fill("Code", "take 3..7");
      await written(page, "code take 3..7\n");
      await page.selectOption(".designer select >> nth=0", "coins");
      await written(page, "coins from 1\nturn any neighbours\nproduct acrostic\ncoins from 1\nturn any neighbours\n");
      await page.selectOption(".designer select >> nth=0", "cuts");
      await page.locator(".designer label:has-text('change places') input").check();
      await written(page, "rectangle turned\nleft cut columns equal\nright cut rows equal\n");
      await page.selectOption(".designer select >> nth=0", "graphs");
      await written(page, "graph any\nplace edge\n");
    });

    on("games of the second edition of rule files: designed, explored, and moved on", "#v=design", async (page) => {
      await page.waitForSelector(".designer [data-x]");
      for (const { says, rules, start, outcome, move, after: next } of LISTED) {
        const text = `${rules.join("\n")}\n`;
        await go(page, `#v=design&d=${encodeURIComponent(JSON.stringify({ kind: "text", text, start }))}`);
        await written(page, text);
        await page.click(".designer a:text-is('Explore')");
        await page.waitForSelector(".outcome");
        await settled(page);
        assert.match(await page.textContent(".outcome"), OUTCOMES[outcome], says);
        await page.fill("#typed-move", move);
        await page.press("#typed-move", "Enter");
        await page.waitForFunction((next) => /** @type {any} */ (document.querySelector("#position")).value === next, `@own.game${next}`);
      }
    });

    on("the designer by keyboard: tiles of Left and Right, and a board", "#v=design", async (page) => {
      await page.waitForSelector(".designer [data-x]");
      await page.focus(".designer select");
      await page.keyboard.press("ArrowDown");
      await written(page, "board any\nplace a1,b1,b2\n");
      await tabTo(page, /^a1, of the tile$/);
      // From the corner: without a1 the tile is b1 and b2, and moves into the corner.
      await page.keyboard.press("Enter");
      await written(page, "board any\nplace a1,a2\n");
      await page.selectOption(".designer select >> nth=1", "right");
      await tabTo(page, /^a1, free$/);
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      await page.locator("label:has-text('may be reflected and rotated') input").uncheck();
      await written(page, "board any\nplace a1,a2 fixed\nright place a1,b1 fixed\n");
      await page.selectOption(".designer select >> nth=0", "lines");
      await page.waitForFunction(() => /** @type {any} */ (document.querySelector(".designer textarea")).value.startsWith("board map\n       . o o o .\n       o o o o o\n"));
      await page.locator("label:text-is('diagonals') input").check();
      await page.waitForFunction(() => /** @type {any} */ (document.querySelector(".designer textarea")).value.endsWith("lines rows columns diagonals\ntake 1..3 contiguous\n") && document.querySelector(".designer .ways"));
      await tabTo(page, /^Explore$/);
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.querySelector("#position")?.value === "@own.game");
      await settled(page);
      assert.equal(await page.locator(".cell .disc").count(), 11);
    });

    on("a puzzle is solved, and its link brings it back", "#v=puzzle&q=1", async (page) => {
      await page.waitForSelector(".puzzle-view h2");
      const told = await page.textContent(".puzzle-view .panel > p code");
      if (/Who wins/.test(await page.textContent(".puzzle-view h2"))) {
        await page.click("text=The first player");
        await page.waitForSelector(".puzzle-view .verdict");
      } else {
        await page.fill("#typed-move", "nothing");
        await page.press("#typed-move", "Enter");
        await page.waitForSelector("#typed-fault .problem");
        await page.click("text=Show the answer");
        // The one move, neither right nor wrong.
        await page.waitForSelector(".puzzle-view .verdict:text-matches('^[^×✓:]+ wins\\\\.$')");
      }
      await go(page, "#v=puzzle&q=2");
      await page.waitForFunction((told) => (document.querySelector(".puzzle-view .panel > p code")?.textContent ?? told) !== told, told);
      await go(page, "#v=puzzle&q=1");
      await page.waitForFunction((told) => document.querySelector(".puzzle-view .panel > p code")?.textContent === told, told);
      await page.click("text=Open it on the board");
      await page.waitForFunction((told) => document.querySelector("#position")?.value === told, told);
    });

    on("the daily puzzle is there", "#v=puzzle", async (page) => {
      await page.waitForSelector(".puzzle-view h2");
      assert.match(await page.textContent(".puzzle-view"), /The puzzle of \d{4}-\d\d-\d\d/);
    });

    on("your own game has puzzles", "#v=design", async (page) => {
      await page.click(".designer a:text-is('Puzzle')");
      const code = ".puzzle-view .panel > p code";
      await page.waitForSelector(code);
      assert.match(await page.textContent(".puzzle-view > p"), /The puzzle of \d{4}-\d\d-\d\d in your game/);
      const seen = new Set([await page.textContent(code)]);
      for (let i = 0; i < 20 && seen.size < 2; i++) {
        await page.click("text=Another puzzle");
        await page.waitForSelector(".puzzle-view > p:has-text('the link restores it')");
        await page.waitForSelector(code);
        seen.add(await page.textContent(code));
      }
      assert.equal(seen.size, 2);
      for (const position of seen) assert.match(position, /^@own\.game\[\d+,\d+\]$/);
      await page.click("text=Puzzles of all games");
      await page.waitForFunction((code) => /^[a-z]/.test(document.querySelector(code)?.textContent ?? ""), code);
    });

    on("puzzles of games for Left and Right, and of misère play, are for their player", "", async (page) => {
      const boards = encodeURIComponent(JSON.stringify({ "own.game": "piles 2\nleft move same any from 1\nright move same any from 2\nmove same 1 from each\n" }));
      for (const seed of [1, 2, 3]) {
        await go(page, `#v=puzzle&q=${seed}&p=${encodeURIComponent("@own.game[4,4]")}&b=${boards}&play=misere`);
        await page.waitForFunction((seed) => document.querySelector(".puzzle-view")?.textContent.startsWith(`Puzzle ${seed} `) && document.querySelector(".puzzle-view .rules")?.textContent.includes("the last move"), seed);
        assert.match(await page.textContent(".puzzle-view .rules"), /makes the last move loses/);
      }
    });

    on("calculators, with steps and errors", "#v=pad", async (page) => {
      await page.waitForSelector("#pad-nimber");
      await page.fill("#pad-nimber", "(w+2) * (w+3) + 14*8");
      await page.press("#pad-nimber", "Enter");
      // A step for each product, each with its lines, the last one the value.
      await page.waitForFunction(() => document.querySelectorAll(".steps-list > li").length === 2);
      const lines = await page.locator(".steps-list > li:last-child .lines > li").allTextContents();
      assert.match(lines[0], /\(8\+4\+2\)·8.*sum of different powers of two/);
      assert.match(lines.at(-1), /=10/);
      await page.fill("#pad-nimber", "2 +* 3");
      await page.press("#pad-nimber", "Enter");
      await page.waitForSelector("#pad-nimber-fault .caret");
      await page.fill("#pad-value", "{2|-1} + 1");
      await page.press("#pad-value", "Enter");
      await page.waitForSelector(".pad:has(#pad-value) .result math");
    });

    on("a job is started, followed, cancelled", "#v=jobs", async (page) => {
      await page.waitForSelector("datalist option", { state: "attached" });
      await page.fill("input[list=claims]", "nimbers-no-such-claim");
      await page.click("form .primary");
      await page.waitForSelector(".problem");
      assert.match(await page.textContent(".problem"), /unknown claim/);
      await page.fill("input[list=claims]", "ferguson-theorem-3");
      await page.click("form .primary");
      await page.waitForSelector(".job.running p:has-text(' a second'), .job.running p:has-text(':')");
      await page.locator(".job.running button:has-text('Cancel')").click();
      await page.waitForSelector(".job.cancelled");
      await page.selectOption("form select", "verify");
      await page.fill("input[list=claims]", "ferguson-example-20-24-24-27");
      await page.click("form .primary");
      await page.waitForSelector(".job.done:has-text('ferguson-example-20-24-24-27') >> text=holds");
    });

    on("taking a position away", FIRST, async (page) => {
      await settled(page);
      const text = async (button, shown) => {
        await page.locator(".take button", { hasText: new RegExp(`^${button}$`) }).click();
        await page.waitForSelector(`.shown:has-text("${shown}")`);
        return page.inputValue(".shown textarea");
      };
      assert.equal(await text("Copy the command", "Command line"), "nimfield analyze 'matrix[20 24; 24 27]'");
      assert.match(await text("Copy Python", "Python"), /nimfield\.parse\("matrix\[20 24; 24 27\]"\)\.analyze\(\)/);
      assert.match(await text("Copy LaTeX", "LaTeX"), /\\/);
      assert.equal(JSON.parse(await text("Copy JSON", "JSON")).outcome, "N");
      assert.equal(await text("Copy the link", "Link"), page.url());
      const saved = async (button) => {
        const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".take button", { hasText: new RegExp(`^${button}$`) }).click()]);
        return readFileSync(await download.path());
      };
      assert.match((await saved("Save as SVG")).toString(), /^<svg/);
      assert.equal((await saved("Save as PNG")).subarray(1, 4).toString(), "PNG");
    });

    on("the book: chapters, links, positions", "#v=book", async (page) => {
      await page.waitForSelector(".chapter h2");
      await page.locator(".contents a:has-text('Matrix nim')").first().click();
      await page.waitForSelector(".chapter h2:has-text('atrix')");
      await page.locator(".contents a:text-is('Claims')").click();
      await page.waitForSelector("#claim-ferguson-theorem-3");
      await page.fill(".chapter input", "wythoff");
      await page.waitForFunction(() => document.querySelectorAll(".claims > div").length < 60);
    });

    on("the keys are listed by ?", FIRST, async (page) => {
      await settled(page);
      await page.locator("body").press("?");
      await page.waitForSelector("dialog[open]");
      assert.match(await page.textContent("dialog"), /let the machine make a move/);
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog", { state: "detached" });
    });

    on("a large question says that it is being worked out, and what is known", link("matrix[40 41 42 43; 44 45 46 47; 48 49 50 51; 30 31 32 33]"), async (page) => {
      await page.waitForSelector(".boards:not(.stale) .entry");
      await page.waitForSelector(".working:has-text('What is known about')");
      assert.match(await page.textContent(".working"), /Working it out….*288 legal moves; who wins is not known yet\..*What is known about/s);
      assert.doesNotMatch(await page.textContent("main"), /No move is left/);
    });

    on("winning moves are counted one by one, as the command counts them", link("matrix-partizan[3 5; 2 4] + nim[2]"), async (page) => {
      await settled(page);
      assert.match(await page.textContent(".outcome"), /Winning moves: Left 3, Right 1\./);
    });

    on("a finished game shows the result, and goes on by rematch or another game", link("nim[1]", "&play=misere"), async (page) => {
      await settled(page);
      await page.fill("#typed-move", "heap 1 by 1");
      await page.press("#typed-move", "Enter");
      await page.waitForSelector(".result:has-text('the second player wins.')");
      assert.equal(await page.locator(".outcome, .why, .value").count(), 0);
      await page.click(".result button:has-text('Rematch')");
      await page.waitForFunction(() => document.querySelector("#position").value === "nim[1]");
      await page.fill("#typed-move", "heap 1 by 1");
      await page.press("#typed-move", "Enter");
      await page.click(".result button:has-text('New game')");
      await page.waitForSelector(".start");
      // In a partizan game the other player begins when the sides are swapped.
      await go(page, link("crpm[1]"));
      await page.waitForFunction(() => document.querySelector("#position")?.value === "crpm[1]");
      await page.click("#tab-move");
      await page.fill("#typed-move", "column 1");
      await page.press("#typed-move", "Enter");
      await page.click(".result button:has-text('Swap sides')");
      await page.waitForSelector(".turn:has-text('Right')");
    });

    on("the columns of triangles and of Nimbi have their letters, at the slant", link("triangle[3] + nimbi[full]"), async (page) => {
      await settled(page);
      const letters = (board) => page.locator(".component").nth(board).locator(".top").allTextContents();
      assert.deepEqual(await letters(0), ["a", "b", "c"]);
      assert.deepEqual(await letters(1), ["a", "b", "c", "d"]);
      // Each stands above its stone, half a cell to the right.
      const [label, stone] = await Promise.all([page.locator(".component").first().locator(".top", { hasText: "b" }).boundingBox(), page.locator('.component >> nth=0 >> [aria-label*="(b2)"]').boundingBox()]);
      assert.ok(Math.abs(label.x - stone.x - stone.width / 2) < 3 && label.y < stone.y, JSON.stringify([label, stone]));
    });

    on("a rectangle lies as it is drawn: the first side across", link("schrage[8x5]"), async (page) => {
      await settled(page);
      const box = await page.locator(".rectangle svg").boundingBox();
      assert.ok(box.width > box.height, JSON.stringify(box));
      // The cut that leaves 3x5 stands upright, three squares from one side.
      const cut = page.locator('.cut[aria-label^="cut 8x5 into 3x5"] .seen').first();
      if (await cut.count()) assert.equal(await cut.getAttribute("x1"), await cut.getAttribute("x2"));
    });

    on("lines that lead to the same position are all marked", link("crpm[4,3,1]"), async (page) => {
      await settled(page);
      for (const column of [1, 2, 3, 4]) assert.equal(await page.getByRole("button", { name: `column ${column}, Left, no winning move` }).count(), 1, `column ${column}`);
    });

    on("without marks the verdict is hidden, too", link("nim[3,5]"), async (page) => {
      await settled(page);
      await page.locator("label:has-text('marks') input").uncheck();
      assert.equal(await page.locator(".outcome, .why, .moves-table, .value, .legend").count(), 0);
      await page.click("text=Show it");
      await settled(page);
      assert.match(await page.textContent(".outcome"), /The player to move wins/);
    });

    on("hints in a lost position name the longest defence", link("wythoff[1,2]"), async (page) => {
      await settled(page);
      for (let i = 0; i < 3; i++) await page.locator(".play button:has-text('Hint')").click();
      await page.waitForSelector(".hints li:has-text('holds out longest: the game lasts')");
      assert.match(await page.locator(".hints li").nth(1).textContent(), /No move wins\. The longest defence begins at/);
    });

    on("the last move is marked on the board and told", link("matrix[3 1; 1 4]", "&m=0:row+1+by+1&n=1"), async (page) => {
      await settled(page);
      await page.waitForSelector(".entry.last");
      assert.deepEqual(await page.locator(".entry.last").allTextContents(), ["2", "0"]);
      assert.match(await page.textContent(".turn"), /Last move: row 1 by 1\./);
    });

    on("on a phone the verdict stands right below the board", link("nim[3,5]"), async (page) => {
      await settled(page);
      const top = async (selector) => (await page.locator(selector).first().boundingBox()).y;
      assert.ok((await top("#board-panel")) < (await top(".outcome")));
      for (const later of [".play", ".history", ".why"]) assert.ok((await top(".outcome")) < (await top(later)), later);
      await page.goto("about:blank");
      await page.goto(`${served.origin}/#v=book&c=theory%2Fmatrix`);
      await page.waitForSelector(".chapter h2");
      await page.waitForTimeout(300);
      const bar = await page.locator(".top-bar").boundingBox();
      assert.ok((await top(".chapter h2")) >= bar.y + bar.height, "the title of a chapter is covered");
    }, { viewport: { width: 360, height: 740 } });

    onlyBy("site", "the sheets that are printed hold what matters, and no buttons", "", async (page) => {
      for (const [hash, wanted, told] of [
        [link("nim[3,5]"), ".moves-table", ["nim: take any number of counters", "On your turn choose a heap", "nim[3,5]", "heap 2 by 2", "The player to move wins"]],
        [link("lines(max=3)[4x4]"), ".moves-table", ["lines(max=3)[4x4]", "leads to"]],
        ["#v=map&f=wythoff%5Ba%2Cb%5D&r=a%3D0..40+b%3D0..40", ".chart canvas", ["wythoff[a,b]"]],
        ["#v=puzzle&q=1", ".puzzle-view h2", [""]],
        ["#v=pad", ".steps-list math", ["Nimbers"]],
        ["#v=book&c=theory%2Fmatrix", ".chapter h2", ["atrix"]],
        ["#v=book&c=lessons%2Fnim", ".lesson-board .grip", ["Two heaps", "heap 1"]],
        ["", ".card img", ["Wythoff's game", "The player who makes the last move wins."]],
        [link("lines(max=3)[4x4]", "&v=play&m=0:a1-c1&n=1"), ".component .disc", ["The second player is to move", "Stones lie on a board.", "Record", "a1-c1"]],
        ["#v=exercise&x=%5B%7B%22kind%22%3A%22find%22%2C%22position%22%3A%22nim%5B2%2C3%5D%22%7D%5D", ".exercise .grip", ["Find a move that wins."]],
        ["#v=design", ".designer .ways", ["Make your own game", "move same any from 1"]],
        ["#v=jobs", "datalist option", ["Jobs"]],
      ]) {
        // On the same page, which keeps its engine.
        await go(page, "#v=none");
        await go(page, hash);
        await page.waitForSelector(String(wanted), { state: "attached" });
        if (wanted === ".moves-table") await settled(page);
        await page.emulateMedia({ media: "print" });
        const seen = await page.evaluate(() => document.body.innerText);
        for (const text of told) assert.ok(seen.includes(text), `${text} is missing from the print of ${hash}: ${seen.slice(0, 300)}`);
        const buttons = await page.locator("button:visible, select:visible, input:visible").evaluateAll((all) => all.filter((one) => !one.matches(".grip, .move-text")).map((one) => one.outerHTML.slice(0, 80)));
        assert.deepEqual(buttons, [], String(hash));
        assert.equal(await page.locator(".button:visible, label:visible").count(), 0, `what cannot be pressed on paper is printed of ${hash}`);
        const rows = await page.locator(".moves-table tr").evaluateAll((all) => all.slice(0, 2).map((row) => [...row.children].filter((cell) => getComputedStyle(cell).display !== "none").length));
        assert.ok(rows.length === 0 || rows[0] === rows[1], `the columns of ${hash} stand below other titles`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(wide, 0, `${hash} is cut at the margin`);
        const sheet = await page.pdf({ format: "A4" });
        assert.equal(sheet.subarray(0, 4).toString(), "%PDF");
        if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/${way.name}-print-${encodeURIComponent(String(hash)).slice(0, 40)}.pdf`, sheet);
        await page.emulateMedia({ media: null });
      }
    }, { viewport: { width: 700, height: 1000 } });

    for (const [width, height] of [[390, 844], [1920, 1080]])
      on(`a class walks from its own game to its exercises by clicks only, on ${width}x${height}`, "", async (page) => {
        let shots = 0;
        const shot = async () => process.env.SHOTS && (await page.screenshot({ path: `${process.env.SHOTS}/${way.name}-walk-${width}-${shots++}.png` }));
        await page.waitForSelector(".card img");
        await shot();
        await page.click("text=Make your own game");
        await page.waitForSelector(".designer .ways");
        const step = (x, y) => page.locator(`.designer [data-x="${x}"][data-y="${y}"]`);
        // Without the step of 2 and 1, with one of 1 and 1.
        for (const [x, y] of [[2, 1], [2, 1], [1, 1]]) await step(x, y).click();
        await written(page, "piles 2\nmove same any from 1\nmove same any from 2\nmove vector 1,1 from 1,2\n");
        await shot();
        await page.click(".designer a:text-is('Play')");
        await page.waitForSelector(".turn:has-text('You are to move')");
        await shot();
        /** Takes this many from a pile: its counter, and the button. */
        const take = async (pile, amount) => {
          const counters = page.locator(`.heap >> nth=${pile - 1} >> .counter:not(.gone)`);
          await counters.nth((await counters.count()) - amount).click();
          await page.click("text=Make this move");
        };
        for (let made = 1; !(await page.locator(".turn.ended").count()); made++) {
          const left = await page.locator(".heap").evaluateAll((all) => all.map((one) => one.querySelectorAll(".counter:not(.gone)").length));
          await take(left[0] > 0 ? 1 : 2, 1);
          await page.waitForFunction((made) => document.querySelector(".turn.ended") || document.querySelectorAll(".record .step").length >= 2 * made, made);
          await page.waitForSelector(".turn.ended, .turn:has-text('You are to move')");
          if (made === 1) await shot();
        }
        await page.click("text=Where was it lost?");
        await page.waitForSelector(".lost p[role=status]:not(:has-text('Looking back'))");
        await shot();
        await page.click("text=Rematch");
        await page.waitForSelector(".turn:has-text('You are to move')");
        await page.click("nav >> text=Board");
        await page.waitForSelector(".moves-table tr.wins");
        const [, pile, amount] = /pile (\d+) by (\d+)/.exec(await page.locator(".moves-table tr.wins .move-text", { hasText: /^pile \d+ by/ }).first().textContent());
        await shot();
        await page.click("nav >> text=Exercises");
        await page.click("text=Make some");
        await page.click(".maker button.primary");
        await page.waitForSelector(".made li");
        await page.click("text=Link for the class");
        const address = await page.inputValue(".shown textarea");
        await shot();
        await page.waitForSelector(".sheet-reason", { state: "attached" });
        await page.emulateMedia({ media: "print" });
        assert.match(await page.evaluate(() => document.body.innerText), /Counters lie in 2 piles\..*Answers.*pile \d by \d/s);
        await shot();
        await page.emulateMedia({ media: null });
        await page.click("nav >> text=Map");
        await page.waitForSelector("canvas[aria-label^='Map of @own.game[a,b]']");
        await shot();
        // The puzzle of the day in the own game, of whichever kind.
        await page.click("nav >> text=Puzzles");
        await page.waitForSelector(".puzzle-view h2");
        assert.match(await page.textContent(".puzzle-view .panel > p code"), /^@own\.game\[/);
        await shot();
        await page.click(/Who wins/.test(await page.textContent(".puzzle-view h2")) ? "text=The first player" : "text=Show the answer");
        await page.waitForSelector(".puzzle-view .verdict");
        await shot();
        const pupil = await open(new URL(address).hash, { viewport: { width, height } });
        await pupil.waitForSelector(".exercise .counter");
        await pupil.waitForFunction(() => !document.querySelector(".boards.stale"));
        assert.match(await pupil.textContent(".exercise .rules"), /^Counters lie in 2 piles\. On your turn take any number of counters from pile 1\. Or take any number/);
        const counters = pupil.locator(`.heap >> nth=${Number(pile) - 1} >> .counter`);
        await counters.nth((await counters.count()) - Number(amount)).click();
        await pupil.click("text=Make this move");
        await pupil.waitForSelector(".exercise .verdict.right");
        if (process.env.SHOTS) await pupil.screenshot({ path: `${process.env.SHOTS}/${way.name}-walk-${width}-pupil.png` });
        assert.deepEqual(pupil.faults, []);
        await pupil.context().close();
      }, { viewport: { width, height } });

    const EXERCISES = JSON.stringify([{ kind: "find", position: "nim[2,3,5]", hint: "binary", explanation: "2 + 3 = 1" }, { kind: "who", position: "wythoff[3,5]" }]);
    const VIEWS = [
      ["", ".card img"],
      [`#v=play&machine=second&p=${encodeURIComponent("crpm[4,4,3,2,1]")}`, ".grip"],
      [`#v=exercise&x=${encodeURIComponent(EXERCISES)}`, ".exercise .grip"],
      [`#v=exercise&teach=1&x=${encodeURIComponent(EXERCISES)}`, ".maker"],
      ["#v=design", ".designer .ways"],
      ["#v=book&c=lessons%2Fnim", ".lesson-board .grip"],
      [link("@own.game[a-b b-c c-a c-d]", `&b=${encodeURIComponent(JSON.stringify({ "own.game": "graph any\nplace edge\n" }))}`), ".graph .can"],
      [FIRST, ".moves-table"],
      [link("lines(max=3)[4x4]"), ".moves-table"],
      [link("nimbers[(2,2) (4,w) (w+2,w+3)]"), ".moves-table"],
      [link("matrix-partizan[1 2; 2 2] - crpm[2,1] + {2|-1}"), ".thermograph"],
      [link("crps[4,2; 3,1]"), ".moves-table"],
      [link("schrage[5x8]"), ".moves-table"],
      [link("welter[1,4,9] + rnim[5,4,2]"), ".moves-table"],
      [link("nim[3,5]", "&m=0:heap+1+by+1~1:heap+2+by+2~1:heap+2+by+3&n=3"), ".variations"],
      [link("matrix[1 2; 3 x]"), ".caret"],
      ["#v=map&f=wythoff%5Ba%2Cb%5D&r=a%3D0..20+b%3D0..20&claim=a+%3D+b", ".verdict-line"],
      ["#v=map&f=matrix%5Ba+5%3B5+b%5D&r=a%3D0..12+b%3D0..12&claim=%40ferguson-theorem-3-not-strict", ".verdict-line b"],
      ["#v=puzzle&q=1", ".puzzle-view h2"],
      ["#v=pad", ".steps-list math"],
      ["#v=jobs", "datalist option"],
      ["#v=book", ".chapter h2"],
      ["#v=book&c=theory%2Fmatrix", ".chapter h2"],
      ["#v=book&c=claims", ".claims dt"],
    ];
    // What is drawn is the same by both: one is looked at in the light, the other in the dark.
    const SCHEMES = /** @type {const} */ (["light", "dark"]).filter((scheme) => ways.length === 1 || scheme === (way.name === "server" ? "light" : "dark"));
    on(`axe finds nothing, ${SCHEMES.join(" and ")}, and nothing is wider than the window`, FIRST, async (page) => {
      for (const [i, [hash, wanted]] of VIEWS.entries()) {
        await page.setViewportSize({ width: 1280, height: 900 });
        await go(page, "#v=none");
        await go(page, hash);
        await page.waitForSelector(wanted, { state: "attached" });
        for (const width of [320, 360, 768, 1920, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          assert.equal(wide, 0, `${hash} at ${width} px`);
          const last = await page.locator(".top-bar nav a").last().boundingBox();
          assert.ok(last && last.x + last.width <= width, `the last view of the bar is out of sight at ${width} px`);
          for (const colorScheme of process.env.SHOTS ? /** @type {const} */ (["light", "dark"]) : []) {
            await page.emulateMedia({ colorScheme });
            await page.screenshot({ path: `${process.env.SHOTS}/${way.name}-${i}-${width}-${colorScheme}.png`, fullPage: true });
          }
        }
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          for (const setup of wanted === ".moves-table" ? [false, true] : [false]) {
            if (setup) {
              await page.click("#tab-setup");
              await page.waitForSelector(".start");
            }
            await page.evaluate(axe);
            const found = await page.evaluate(() => /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] }));
            const told = found.violations.map((one) => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`).join(" | ")}`);
            assert.deepEqual(told, [], `${hash || "first visit"}${setup ? ", setting up" : ""}, ${colorScheme}`);
            if (setup) await page.click("#tab-move");
          }
        }
      }
    });
  });
}

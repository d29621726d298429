import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const OPEN_ALL = `document.querySelectorAll('details').forEach((each) => { each.open = true })`;

/** How far the page could be scrolled to the side. */
export const SIDEWAYS = 'document.documentElement.scrollWidth - innerWidth';

/**
 * What moved, and from where to where, as the browser tells it. A table whose last row has not arrived does not know how
 * wide its columns are, and a busy browser may paint it all the same: its cells count once the document is complete.
 */
export const COUNT_SHIFTS = `window.shifts = [];
  const isArriving = ({ startTime }) => {
    const [{ domInteractive }] = performance.getEntriesByType('navigation');
    return domInteractive === 0 || startTime < domInteractive;
  };
  const isInTable = ({ node }) => (node?.closest ? node : node?.parentElement)?.closest('table') != null;
  const movedIn = (shift) => shift.sources.filter((source) => !(isInTable(source) && isArriving(shift)));
  const place = ({ x, y, width, height }) => x + ',' + y + ' (' + width + ' x ' + height + ')';
  const told = ({ node, previousRect, currentRect }) =>
    (node?.outerHTML ?? node?.textContent ?? 'something that is gone').slice(0, 80) +
    ' from ' + place(previousRect) + ' to ' + place(currentRect);
  new PerformanceObserver((list) => shifts.push(...list.getEntries().flatMap((shift) => movedIn(shift).map(told))))
    .observe({ type: 'layout-shift', buffered: true });`;

/** Pictures come after this, when they can move what has been seen; and shifts are counted by then. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

interface Finding {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Of axe, with every answer open. */
export async function findings(page: Page): Promise<unknown[]> {
  await page.evaluate(OPEN_ALL);
  await page.evaluate(AXE);
  const found = await page.evaluate<Finding[]>(`axe.run().then(({ violations }) => violations)`);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => [id, html, failureSummary]),
  );
}

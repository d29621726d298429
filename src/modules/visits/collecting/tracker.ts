import { MAX_ENGAGED_MS, MAX_LENGTH } from './visit-limits.js';

/**
 * The script that runs in a visitor's browser (`/_foyer/t.js`). It sets no cookie, and nothing distinguishes browsers:
 * a visit has a random key, which the page keeps to itself. The key is in the tab's storage only between one page and
 * the next, so a copy of the tab gets its own key.
 *
 * While the page is open, the response confirms that a batch has arrived. A batch sent when the page closes may be
 * lost, so it is also left in the tab's storage, and the next page sends it again. The service recognises events by
 * their ids.
 */
export const TRACKER = `(() => {
'use strict';
const me = document.currentScript;
const { token, respectsPrivacy } = me.dataset;
const nav = navigator;
const random = (bytes) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
// Forms and questions carry this key: it shows that they come from one page, and lasts as long as the page.
const foyer = (window.foyer = { visit: random(16), track() {} });
if (respectsPrivacy && (nav.doNotTrack === '1' || nav.globalPrivacyControl)) return;

// The service stores neither NUL nor lone surrogates.
const clean = (text) => {
  const kept = String(text).replaceAll('\\0', '');
  return kept.toWellFormed ? kept.toWellFormed() : kept;
};
const store = (value) => {
  try {
    const before = sessionStorage.getItem('foyer');
    sessionStorage.removeItem('foyer');
    if (value) sessionStorage.setItem('foyer', JSON.stringify(value));
    return JSON.parse(before);
  } catch {}
};

const path = location.pathname;
const left = store() || {};
const visit = left.path === path && left.visit ? left.visit : foyer.visit;
let waiting = [];
// Maximum number of events in a batch: 1 after a batch was refused.
let most = 100;
let isSending = false;
let timer;

const bodyOf = (events, of = { token, visit }) =>
  JSON.stringify({ token: of.token, visit: of.visit, sentAt: Date.now(), events });
const post = (body) =>
  fetch('/_foyer/collect', { method: 'POST', body, keepalive: true, headers: { 'content-type': 'application/json' } });

const fitting = (events, limit = 100) => {
  let length = 0;
  return events.slice(0, limit).filter((event) => (length += JSON.stringify(event).length) < 20000);
};

const send = async () => {
  clearTimeout(timer);
  if (isSending || !waiting.length) return;
  isSending = true;
  const batch = fitting(waiting, most);
  let isAnswered = false;
  try {
    const { status } = await post(bodyOf(batch));
    const isRefused = status >= 400 && status < 500 && status !== 429;
    isAnswered = status < 300 || isRefused;
    if (isRefused && batch.length > 1) most = 1;
    else if (isAnswered) waiting = waiting.filter((event) => !batch.includes(event));
  } catch {}
  isSending = false;
  if (!waiting.length) most = 100;
  else if (isAnswered) send();
  else later();
};
const later = () => {
  clearTimeout(timer);
  timer = setTimeout(send, 5000);
};
const add = (type, details) => {
  if (waiting.length < 1000) waiting.push({ id: random(8), type, at: Date.now(), ...details });
};

// Engaged: the page is visible, and the visitor was active within the last 30 seconds.
let engagedMs = 0;
let lastTick = performance.now();
let lastDone = lastTick;
let depth = 0;
let toldDepth = -1;
const tick = () => {
  const now = performance.now();
  if (document.visibilityState === 'visible' && now - lastDone < 30000) engagedMs += Math.min(now - lastTick, 2000);
  lastTick = now;
};
const measure = () => {
  const { scrollHeight, clientHeight } = document.documentElement;
  depth = Math.max(depth, Math.min(100, Math.round((100 * (scrollY + clientHeight)) / scrollHeight)));
};
const report = () => {
  tick();
  if (engagedMs >= 1) add('engaged', { ms: Math.min(${MAX_ENGAGED_MS}, Math.round(engagedMs)) });
  engagedMs = 0;
  measure();
  if (depth > toldDepth) add('scroll', { depth: (toldDepth = depth) });
};
const view = () => {
  add('view', {
    url: location.href.slice(0, ${MAX_LENGTH.url}),
    referrer: document.referrer.slice(0, ${MAX_LENGTH.url}),
    width: innerWidth,
    language: nav.language || '',
  });
};

let ticks = 0;
const everySecond = () => {
  tick();
  if (++ticks % 15 === 0 && document.visibilityState === 'visible') {
    report();
    send();
  }
};
setInterval(everySecond, 1000);
for (const type of ['pointermove', 'pointerdown', 'keydown', 'scroll', 'touchstart'])
  addEventListener(type, () => (tick(), (lastDone = performance.now())), { passive: true, capture: true });
addEventListener('scroll', measure, { passive: true });

addEventListener('click', (event) => {
  const action = event.target.closest && event.target.closest('[data-action]');
  if (!action) return;
  add('click', {
    action: clean(action.dataset.action.slice(0, ${MAX_LENGTH.action})),
    // The text of a button may tell its state, too.
    label: clean((action.dataset.label ?? action.textContent).trim().slice(0, ${MAX_LENGTH.label})),
  });
  later();
}, true);

// A beacon may be lost, so its events are also left for the next page.
const leave = () => {
  if (!waiting.length) return;
  const body = bodyOf(fitting([...waiting].reverse()));
  nav.sendBeacon('/_foyer/collect', new Blob([body], { type: 'application/json' }));
};
addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') return void (lastTick = lastDone = performance.now());
  report();
  leave();
});
addEventListener('pagehide', () => {
  report();
  add('end');
  leave();
  store({ path, token, visit, events: waiting });
});
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  store();
  lastTick = lastDone = performance.now();
  view();
  send();
});

foyer.visit = visit;
const short = (text) => clean(String(text).slice(0, ${MAX_LENGTH.name}));
foyer.track = (name, data = null) => {
  try {
    const json = JSON.stringify(data, (_, value) => (typeof value === 'string' ? clean(value) : value)) || 'null';
    if (json.length > 1000) throw 'the data has more than 1000 characters';
    if (name === 'conversion') add(name, { name: short((data && data.name) || '') });
    else add('custom', { name: short(name), data: JSON.parse(json) });
    later();
  } catch (error) {
    console.warn('foyer.track: ' + name, error);
  }
};
if (left.events && left.events.length) {
  if (left.visit === visit) waiting = left.events;
  else post(bodyOf(fitting(left.events.reverse()), left)).catch(() => {});
}
const begin = () => {
  view();
  measure();
  send();
};
// A prerendered page may never be shown.
if (document.prerendering) document.addEventListener('prerenderingchange', begin, { once: true });
else begin();
})();
`;

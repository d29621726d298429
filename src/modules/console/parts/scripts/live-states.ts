/**
 * Shows states as they change. An element with `data-live` names what it shows: ids of records, or the beginnings of types
 * of events. When one of them changes, the screen is fetched again, and the element gets its new content. While something
 * in it has `data-pending`, or every `data-live-every` seconds, it is fetched without an event, too.
 *
 * All tabs of a browser share one stream, which the visible tab keeps open. A hidden tab closes it.
 */
export const LIVE_STATES = `
const UNASKED = { headers: { 'x-unasked': '1' } };
const regions = () => all('[data-live]');

let isAsking = false;
let mustAskAgain = false;
let askedAt = 0;
let pendingMs = 1000;
let distanceMs = 1000;
let askTimer;

const isAbout = (region, changed) =>
  region.dataset.live.split(' ').some((own) =>
    changed.some((word) => own === anything || word === anything || word === own || word.startsWith(own + '.')));

// Each form has another idempotency key, which is no change of the screen.
const shapeOf = (region) => {
  const copy = region.cloneNode(true);
  for (const field of all('input[name=once]', copy)) field.setAttribute('value', '');
  for (const each of all('details', copy)) each.removeAttribute('open');
  return copy.outerHTML;
};

const isTypedIn = (region) =>
  region.contains(document.activeElement) && document.activeElement.matches('input,textarea,select');

const renew = (region, fresh) => {
  if (shapeOf(region) === shapeOf(fresh) || isTypedIn(region)) return false;
  const giveFocus = focusIn(region);
  const open = all('details', region).map((each) => each.open);
  const saidBefore = region.dataset.liveSays;
  region.removeAttribute('data-pending');
  for (const { name, value } of fresh.attributes) region.setAttribute(name, value);
  region.replaceChildren(...fresh.childNodes);
  all('details', region).forEach((each, at) => (each.open = open[at] ?? each.open));
  giveFocus(region);
  const said = region.dataset.liveSays;
  say(said === undefined ? words.updated : said !== saidBefore && said);
  return true;
};

const askLater = (ms) => {
  clearTimeout(askTimer);
  askTimer = setTimeout(ask, ms);
};
const askAsNeeded = () => {
  const isPending = regions().some((each) => each.matches('[data-pending]') || each.querySelector('[data-pending]'));
  const times = regions().map((each) => Number(each.dataset.liveEvery) * 1000).filter(Boolean);
  const next = Math.min(...times, isPending ? pendingMs : Infinity);
  if (next < Infinity) askLater(next);
};
const ask = async () => {
  clearTimeout(askTimer);
  if (document.hidden || !regions().length) return;
  if (isAsking) return void (mustAskAgain = true);
  isAsking = true;
  mustAskAgain = false;
  askedAt = Date.now();
  pendingMs = Math.min(pendingMs * 2, 30000);
  try {
    const answer = await fetch(here(), UNASKED);
    if (isSignIn(answer.url)) return location.assign(answer.url);
    const fresh = answer.ok ? await parse(answer) : document;
    for (const region of regions()) {
      const successor = fresh.querySelector('[data-live][id=' + CSS.escape(region.id) + ']');
      if (successor && successor !== region && renew(region, successor)) pendingMs = 1000;
    }
  } catch {}
  isAsking = false;
  if (mustAskAgain) askLater(1000);
  else askAsNeeded();
};
const changed = (list) => {
  if (!regions().some((each) => isAbout(each, list))) return;
  const passedMs = Date.now() - askedAt;
  // Where much changes, it asks less often.
  distanceMs = passedMs > 2 * distanceMs ? 1000 : Math.min(distanceMs * 1.5, 10000);
  askLater(Math.max(0, distanceMs - passedMs));
};

// Whatever is typed is lost, but nobody else may go on with what the screen shows.
const leave = async () => {
  stop();
  // A form that ends the session, such as that of signing out, leads on by itself.
  if (document.querySelector('form[data-sent]')) return;
  const answer = await fetch(here(), UNASKED).catch(() => ({}));
  location.assign(isSignIn(answer.url) ? answer.url : '/');
};

const tabs = new BroadcastChannel('foyer-console');
const heard = (message) => (message === 'ended' ? leave() : changed(message.split(' ')));
const share = (message) => {
  tabs.postMessage(message);
  heard(message);
};

let following;
let hasFollowed = false;
let retryMs = 30000;
const open = (signal) =>
  new Promise((done) => {
    if (signal.aborted) return done();
    // A stream tells what has happened within the last minute. This tab may have waited for longer.
    const knowsAll = !hasFollowed && performance.now() < 50000;
    const since = knowsAll ? '?since=' + document.body.dataset.readAt : '';
    const source = new EventSource(livePath + since);
    signal.addEventListener('abort', () => (source.close(), done()));
    source.onopen = () => {
      // What has happened in between is not known.
      if (hasFollowed || !knowsAll) ask();
      hasFollowed = true;
      retryMs = 30000;
    };
    source.onmessage = ({ data }) => share(data);
    source.addEventListener('ended', () => share('ended'));
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      setTimeout(() => signal.aborted || (stop(), start()), retryMs);
      retryMs = Math.min(retryMs * 2, 600000);
    };
  });
const start = () => {
  if (following || document.hidden) return;
  following = new AbortController();
  const { signal } = following;
  // The tab with the lock has the stream. The others wait for it, and hear of changes from that tab.
  if (!navigator.locks) return void open(signal);
  navigator.locks.request('foyer-console', { signal }, () => open(signal)).catch(() => {});
};
const stop = () => {
  following?.abort();
  following = undefined;
};

if (document.body.dataset.readAt) {
  tabs.onmessage = ({ data }) => heard(data);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return stop();
    start();
    ask();
  });
  addEventListener('pagehide', stop);
  addEventListener('pageshow', (event) => event.persisted && (start(), ask()));
  start();
  askAsNeeded();
}
`;

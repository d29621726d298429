/** What the parts of the script share: finding, announcing, and replacing elements of the screen. */
export const DOCUMENT = `
const all = (query, root = document) => [...root.querySelectorAll(query)];
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const parse = async (answer) => new DOMParser().parseFromString(await answer.text(), 'text/html');

// For people who do not see the screen.
const say = (text) => {
  const announcer = document.getElementById('announcer');
  if (announcer && text) announcer.textContent = text;
};

const FOCUSED = 'a,button,input,select,textarea,summary';
const nameOf = (element) => element.id || element.getAttribute('href') || element.name || element.textContent;
// Remembers which element of this one has the focus; returns what gives it to its successor.
const focusIn = (old) => {
  const focused = document.activeElement;
  if (!old.contains(focused) || !focused.matches(FOCUSED)) return () => {};
  const name = nameOf(focused);
  return (fresh) => {
    const like = all(FOCUSED, fresh).filter((each) => each.localName === focused.localName);
    (like.find((each) => nameOf(each) === name) || like[0])?.focus({ preventScroll: true });
  };
};

// The session has ended: the console leads to the sign-in.
const isSignIn = (url) => new URL(url, location.href).pathname === '/sign-in';
// Where the states of this screen can be read again.
const here = () => document.body.dataset.at || location.pathname + location.search;
`;

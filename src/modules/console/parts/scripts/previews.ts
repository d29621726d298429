/**
 * Shows a preview of what is typed. A form with `data-preview-to` is sent there soon after the last key, one request at a
 * time, and the element with `data-preview` of the answer replaces that of the screen once its frames have loaded.
 */
export const PREVIEWS = `
const TYPED_MS = 600;
const AGAIN_MS = 5000;
const MOST_TRIES = 3;
const LOADING_MS = 8000;

const replacePreview = async (old, answer) => {
  const fresh = document.importNode(answer, true);
  fresh.classList.add('coming');
  fresh.inert = true;
  const frames = all('iframe', fresh);
  // What is not in sight yet is not lazy.
  for (const frame of frames) frame.loading = 'eager';
  const loaded = frames.map((frame) => new Promise((done) => frame.addEventListener('load', done, { once: true })));
  old.after(fresh);
  await Promise.race([Promise.all(loaded), pause(LOADING_MS)]);
  const giveFocus = focusIn(old);
  old.remove();
  fresh.classList.remove('coming');
  fresh.inert = false;
  giveFocus(fresh);
};

const previewTyped = (form) => {
  let timer;
  let tries = 0;
  let isBusy = false;
  let isStale = false;
  const later = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(show, ms);
  };
  const show = async () => {
    if (form.dataset.sent) return;
    if (isBusy) return void (isStale = true);
    isBusy = true;
    isStale = false;
    let hasFailed = false;
    try {
      const body = new URLSearchParams(new FormData(form));
      // It is no repetition of another request.
      body.set('once', crypto.randomUUID().replaceAll('-', ''));
      const answer = await fetch(form.dataset.previewTo, { method: 'POST', body });
      if (isSignIn(answer.url)) return location.assign(answer.url);
      hasFailed = answer.status === 429 || answer.status >= 500;
      const shown = document.querySelector('[data-preview]');
      const fresh = answer.ok && (await parse(answer)).querySelector('[data-preview]');
      if (shown && fresh) await replacePreview(shown, fresh);
      // What is wrong is shown when the form is sent: the person is still typing.
      else for (const state of all('[data-preview-state]')) state.textContent = words.previewOld;
    } catch {
      hasFailed = true;
    }
    isBusy = false;
    tries = hasFailed ? tries + 1 : 0;
    if (isStale) later(0);
    else if (hasFailed && tries < MOST_TRIES) later(AGAIN_MS);
  };
  form.addEventListener('input', () => {
    tries = 0;
    later(TYPED_MS);
  });
};
all('form[data-preview-to]').forEach(previewTyped);
`;

/**
 * Uploads several files at once, with the progress of each. A form with `data-upload` sends one file at a time with its
 * other fields; files can be dropped on the element with `data-drop` around it. `data-max-bytes` is the limit of a file.
 */
export const UPLOADS = `
const AT_ONCE = 2;
// Where a screen says what is wrong, from the most to the least exact.
const PROBLEMS = ['.field .problem', '.notice.bad li', '[role=alert]', '.card p'];

const sendFile = (form, field, file, onProgress) =>
  new Promise((done) => {
    const body = new FormData();
    for (const [name, value] of new FormData(form)) if (name !== field.name && name !== 'once') body.append(name, value);
    body.append('once', crypto.randomUUID().replaceAll('-', ''));
    body.append(field.name, file);
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.responseType = 'document';
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => {
      const { status, responseURL, response } = request;
      if (isSignIn(responseURL)) return location.assign(responseURL);
      const problem = PROBLEMS.map((place) => response?.querySelector(place)).find(Boolean);
      const text = problem?.textContent || words.uploadFailed;
      done(status < 400 ? { next: responseURL } : { problem: text });
    };
    request.onerror = () => done({ problem: words.uploadBroken });
    request.send(body);
  });

const prepareUpload = (form) => {
  const field = form.querySelector('input[type=file]');
  if (!field) return;
  field.multiple = true;
  const zone = form.closest('[data-drop]') || form;
  const maxBytes = Number(form.dataset.maxBytes) || Infinity;
  const list = document.createElement('ul');
  list.className = 'uploads';
  form.after(list);
  const hint = document.createElement('p');
  hint.className = 'hint';
  hint.textContent = words.uploadDrop;
  field.before(hint);

  const rowFor = (file) => {
    const row = document.createElement('li');
    const name = document.createElement('span');
    const bar = document.createElement('progress');
    const state = document.createElement('span');
    name.textContent = file.name;
    bar.max = 1;
    bar.value = 0;
    bar.setAttribute('aria-label', file.name);
    state.className = 'hint';
    row.append(name, bar, state);
    list.append(row);
    return {
      progress: (share) => (bar.value = share),
      end: (text, isBad) => {
        bar.remove();
        state.textContent = text;
        state.className = isBad ? 'problem' : 'done';
      },
    };
  };

  let isSending = false;
  const upload = async (files) => {
    if (isSending || !files.length) return;
    isSending = true;
    list.replaceChildren();
    const waiting = files.map((file) => [file, rowFor(file)]);
    let next;
    let failed = 0;
    const work = async () => {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const [file, row] = job;
        const outcome =
          file.size > maxBytes ? { problem: words.uploadTooLarge } : await sendFile(form, field, file, row.progress);
        if (outcome.problem) failed++;
        else next = outcome.next;
        row.end(outcome.problem || words.uploaded, outcome.problem);
        say(file.name + ': ' + (outcome.problem || words.uploaded));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    isSending = false;
    form.reset();
    // What was refused stays on the screen.
    if (!failed && next) location.assign(next);
  };

  form.addEventListener('submit', (event) => {
    if (!field.files.length) return;
    event.preventDefault();
    upload([...field.files]);
  });
  const isFiles = (event) => [...event.dataTransfer.types].includes('Files');
  for (const type of ['dragenter', 'dragover'])
    zone.addEventListener(type, (event) => {
      if (!isFiles(event)) return;
      event.preventDefault();
      zone.classList.add('over');
    });
  zone.addEventListener('dragleave', (event) => zone.contains(event.relatedTarget) || zone.classList.remove('over'));
  zone.addEventListener('drop', (event) => {
    if (!isFiles(event)) return;
    event.preventDefault();
    zone.classList.remove('over');
    upload([...event.dataTransfer.files]);
  });
};
all('form[data-upload]').forEach(prepareUpload);
`;

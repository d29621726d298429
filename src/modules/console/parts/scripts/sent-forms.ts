/** A form that is on its way can't be sent twice. Its button shows that something is under way. */
export const SENT_FORMS = `
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== 'post') return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = '1';
  // It stays enabled: its name and value are sent, and it keeps the focus.
  event.submitter?.setAttribute('aria-disabled', 'true');
});
// Back on a screen that the browser has kept, forms can be sent again.
addEventListener('pageshow', () => {
  for (const form of all('form[data-sent]')) delete form.dataset.sent;
  for (const button of all('button[aria-disabled]')) button.removeAttribute('aria-disabled');
});
`;

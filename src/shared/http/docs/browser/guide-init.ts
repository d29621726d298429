import { atAddress } from './guide-address.js';

declare const document: { querySelectorAll(selector: string): Iterable<{ textContent: string }> };
declare const location: { origin: string };

for (const code of document.querySelectorAll('.samples code')) {
  const shown = atAddress(code.textContent, location.origin);
  if (shown !== code.textContent) code.textContent = shown;
}

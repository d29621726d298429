interface Element {
  className: string;
  value?: string;
  closest(selector: string): Element | null;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  querySelectorAll(selector: string): Iterable<Element>;
}

declare const document: { getElementById(id: string): Element };
declare class MutationObserver {
  constructor(act: () => void);
  observe(target: Element, options: object): void;
}

const UNNAMED = ['input', 'select', 'textarea']
  .map((tag) => `${tag}:not([aria-label], [id], [type=search])`)
  .join();

/** Names the fields that Swagger UI leaves without a name, and lets keyboards scroll what it cuts off. */
export function nameFields(): void {
  const page = document.getElementById('swagger-ui');
  const name = () => {
    for (const field of page.querySelectorAll(UNNAMED)) field.setAttribute('aria-label', nameOf(field));
    for (const text of page.querySelectorAll('pre:not([tabindex])')) text.setAttribute('tabindex', '0');
  };
  new MutationObserver(name).observe(page, { childList: true, subtree: true });
}

function nameOf(field: Element): string {
  const row = field.closest('[data-param-name], [data-property-name]');
  return row?.getAttribute('data-param-name') ?? row?.getAttribute('data-property-name') ?? 'Request body';
}

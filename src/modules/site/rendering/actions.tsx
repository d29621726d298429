import type { VNode } from 'preact';
import type { IndexedAction } from '../../pages/index.js';
import { Form, type FormProps } from './form.js';
import type { CardPart } from './layouts/layout.js';
import { safeUrl } from './texts/safe-url.js';
import { useWords } from './words-context.js';

/** Shows the copy buttons, which do nothing without this script. Visitors can also select the text. */
export const COPY_SCRIPT =
  `if(navigator.clipboard)for(const b of document.querySelectorAll('[data-copies]')){const [l,d]=b.children;b.hidden=false;` +
  `const tell=done=>{l.hidden=done;d.hidden=!done};` +
  `b.onclick=()=>navigator.clipboard.writeText(document.getElementById(b.dataset.copies).textContent)` +
  `.then(()=>{tell(true);setTimeout(()=>tell(false),2000)},()=>{})}`;

export function copiesText({ actionType }: IndexedAction): boolean {
  return actionType === 'copy_text';
}

export function submitsForm({ actionType }: IndexedAction): boolean {
  return actionType === 'submit_form';
}

interface CardsProps {
  actions: readonly IndexedAction[];
  /** For the first action that submits one. */
  form: FormProps | undefined;
  /** Whether the button of the first action stands out: it does if it is the first such button of the page. */
  isFirstButton: boolean;
}

/** A card for each action. Only one button stands out: that of the form, or else that of the first action. */
export function cardsOf({ actions, form, isFirstButton }: CardsProps): CardPart[] {
  const withForm = form && actions.find(submitsForm);
  const main = withForm ?? (isFirstButton ? actions[0] : undefined);
  return actions.map((action) => {
    const title = action.purpose ? <h2 dir="auto">{action.purpose}</h2> : undefined;
    const card = { id: cardOf(action), title };
    if (form && action === withForm) return { ...card, kind: 'form', ...formPart(form) };
    if (copiesText(action)) return { ...card, kind: 'copy', content: <Copy {...action} /> };
    return { ...card, kind: 'link', content: <ActionLink action={action} isQuiet={action !== main} /> };
  });
}

function formPart(form: FormProps): Pick<CardPart, 'text' | 'content'> {
  const { instructions } = form;
  return {
    text: instructions ? (
      <p class="instructions" dir="auto">
        {instructions}
      </p>
    ) : undefined,
    content: <Form {...form} />,
  };
}

function ActionLink({ action, isQuiet }: { action: IndexedAction; isQuiet: boolean }): VNode | null {
  const href = safeUrl(action.url);
  return href ? (
    <a class={classOf(isQuiet)} href={href} data-action={action.actionId} dir="auto">
      {labelOf(action)}
    </a>
  ) : null;
}

function Copy(action: IndexedAction): VNode {
  const { copied, languageAttributes } = useWords();
  const id = `copied-${action.actionIndex}`;
  return (
    <div class="copy">
      <code id={id}>{action.url}</code>
      <button
        type="button"
        class="button quiet"
        data-copies={id}
        data-label={labelOf(action)}
        data-action={action.actionId}
        aria-live="polite"
        hidden
      >
        <span dir="auto">{labelOf(action)}</span>
        <span hidden {...languageAttributes}>
          ✓ {copied}
        </span>
      </button>
    </div>
  );
}

/** A link to an action from elsewhere on the page: to its URL if it opens one, otherwise to its card. */
export function ActionButton({
  action,
  isQuiet = false,
}: {
  action: IndexedAction;
  isQuiet?: boolean;
}): VNode {
  const href = action.actionType === 'open_url' ? safeUrl(action.url) : undefined;
  return (
    <a class={classOf(isQuiet)} href={href ?? `#${cardOf(action)}`} data-action={action.actionId} dir="auto">
      {href === undefined ? action.purpose || labelOf(action) : labelOf(action)}
    </a>
  );
}

function classOf(isQuiet: boolean): string {
  return isQuiet ? 'button quiet' : 'button';
}

/** A button without text would have no accessible name. */
export function labelOf({ buttonTitle, purpose, url }: IndexedAction): string {
  return buttonTitle || purpose || url;
}

function cardOf({ actionIndex }: IndexedAction): string {
  return `action-${actionIndex}`;
}

import type { VNode } from 'preact';
import type { ActionsSection, IndexedAction } from '../../pages/index.js';
import { Form, type FormProps } from './form.js';
import { safeUrl } from './safe-url.js';

/** Shows the copy buttons, which do nothing without this script. Visitors can also select the text. */
export const COPY_SCRIPT =
  `if(navigator.clipboard)for(const b of document.querySelectorAll('[data-copies]')){const t=b.textContent;b.hidden=false;` +
  `b.onclick=()=>navigator.clipboard.writeText(document.getElementById(b.dataset.copies).textContent)` +
  `.then(()=>{b.textContent=t+' ✓';setTimeout(()=>b.textContent=t,2000)},()=>{})}`;

export function copiesText({ actionType }: IndexedAction): boolean {
  return actionType === 'copy_text';
}

export function submitsForm({ actionType }: IndexedAction): boolean {
  return actionType === 'submit_form';
}

/** The actions of a visitor, each on its own card. The first action that submits a form contains it. */
export function Actions({ actions, form }: ActionsSection & { form: FormProps | undefined }): VNode {
  const first = form && actions.find(submitsForm);
  const narrowCount = actions.length - (first ? 1 : 0);
  return (
    <section class="wrap">
      <div class={narrowCount === 2 ? 'cards two' : 'cards'}>
        {actions.map((action) =>
          form && action === first ? (
            <FormCard action={action} form={form} />
          ) : (
            <ActionCard action={action} isAlone={actions.length === 1} />
          ),
        )}
      </div>
    </section>
  );
}

function FormCard({ action, form }: { action: IndexedAction; form: FormProps }): VNode {
  return (
    <div class="card wide" id={cardOf(action)}>
      {action.purpose && <h2>{action.purpose}</h2>}
      <Form {...form} />
    </div>
  );
}

function ActionCard({ action, isAlone }: { action: IndexedAction; isAlone: boolean }): VNode {
  return (
    <div class={isAlone ? 'card wide' : 'card'} id={cardOf(action)}>
      {action.purpose && <h2>{action.purpose}</h2>}
      {copiesText(action) ? <Copy {...action} /> : <ActionLink {...action} />}
    </div>
  );
}

function ActionLink(action: IndexedAction): VNode | null {
  const href = safeUrl(action.url);
  return href ? (
    <a class="button" href={href} data-action={action.actionId}>
      {labelOf(action)}
    </a>
  ) : null;
}

function Copy(action: IndexedAction): VNode {
  const id = `copied-${action.actionIndex}`;
  return (
    <div class="copy">
      <code id={id}>{action.url}</code>
      <button
        type="button"
        class="button"
        data-copies={id}
        data-action={action.actionId}
        aria-live="polite"
        hidden
      >
        {labelOf(action)}
      </button>
    </div>
  );
}

/** A link to an action from elsewhere on the page: to its URL if it opens one, otherwise to its card. */
export function ActionButton({ action }: { action: IndexedAction | undefined }): VNode | null {
  if (!action) return null;
  const href = action.actionType === 'open_url' ? safeUrl(action.url) : undefined;
  return (
    <a class="button" href={href ?? `#${cardOf(action)}`} data-action={action.actionId}>
      {href === undefined ? action.purpose || labelOf(action) : labelOf(action)}
    </a>
  );
}

/** A button without text would have no accessible name. */
export function labelOf({ buttonTitle, purpose, url }: IndexedAction): string {
  return buttonTitle || purpose || url;
}

function cardOf({ actionIndex }: IndexedAction): string {
  return `action-${actionIndex}`;
}

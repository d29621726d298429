import type { VNode } from 'preact';
import type { ActionsSection, IndexedAction } from '../../pages/index.js';
import { safeUrl } from './safe-url.js';

/** Shows the buttons that copy, which do nothing without it; the text can be selected as well. */
export const COPY_SCRIPT =
  `for(const b of document.querySelectorAll('[data-copies]')){b.hidden=!navigator.clipboard;` +
  `b.onclick=()=>navigator.clipboard.writeText(document.getElementById(b.dataset.copies).textContent)` +
  `.then(()=>{b.dataset.done='';b.style.opacity='.6';setTimeout(()=>b.style.opacity='',900)})}`;

export function copiesText({ actionType }: IndexedAction): boolean {
  return actionType === 'copy_text';
}

/** What a visitor can do, each on a card of its own. */
export function Actions({ actions }: ActionsSection): VNode {
  return (
    <section class="wrap">
      <div class="cards">
        {actions.map((action) => (
          <ActionCard {...action} />
        ))}
      </div>
    </section>
  );
}

function ActionCard(action: IndexedAction): VNode {
  return (
    <div class="card" id={cardOf(action)}>
      <h2>{action.purpose}</h2>
      {copiesText(action) ? <Copy {...action} /> : <ActionLink {...action} />}
    </div>
  );
}

function ActionLink({ url, buttonTitle }: IndexedAction): VNode | null {
  const href = safeUrl(url);
  return href ? (
    <a class="button" href={href}>
      {buttonTitle}
    </a>
  ) : null;
}

function Copy({ actionIndex, url, buttonTitle }: IndexedAction): VNode {
  const id = `copied-${actionIndex}`;
  return (
    <div class="copy">
      <code id={id}>{url}</code>
      <button type="button" class="button" data-copies={id} hidden>
        {buttonTitle}
      </button>
    </div>
  );
}

/** Where else a page leads to an action: straight where it opens something, else to its card. */
export function ActionButton({ action }: { action: IndexedAction | undefined }): VNode | null {
  if (!action) return null;
  const href = (action.actionType === 'open_url' && safeUrl(action.url)) || `#${cardOf(action)}`;
  return (
    <a class="button" href={href}>
      {action.buttonTitle}
    </a>
  );
}

function cardOf({ actionIndex }: IndexedAction): string {
  return `action-${actionIndex}`;
}

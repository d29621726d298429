import { DomainError } from '../../shared/kernel/errors.js';
import type { Overrides } from './audience.entity.js';
import type { Content, Section } from './content.dto.js';
import { effectiveMetadata, titleOf } from './metadata.js';
import type { PageContent } from './page.entity.js';

/** A version is kept and sent whole, so it may not grow without end. */
const MOST_CONTENT_BYTES = 1_048_576;

/** The version can't be composed, however often it is tried. */
export class Uncomposable extends DomainError {
  constructor(detail: string) {
    super('conflict', 'content_too_large', detail);
  }
}

interface Ingredients {
  page: PageContent;
  audience: Overrides;
  /** What the audience is called. */
  name: string;
}

/** The same ingredients always give the same content. */
export function compose({ page, audience, name }: Ingredients): Content {
  const metadata = { robots: [], ...effectiveMetadata(page.metadata, audience.metadataOverride) };
  const title = titleOf({ name: page.name, metadata });
  const content = {
    title,
    metadata,
    headerActionId: page.headerActionId ?? undefined,
    sections: [
      { type: 'hero' as const, title, text: metadata.description ?? name },
      { type: 'body' as const, text: bodyOf(page, audience) },
      ...proofOf(page),
      ...actionsOf(page, audience),
      ...footerOf(page),
    ],
    scripts: page.scripts.filter(({ enabled }) => enabled),
  };
  const bytes = Buffer.byteLength(JSON.stringify(content));
  if (bytes <= MOST_CONTENT_BYTES) return content;
  throw new Uncomposable(`The content would have ${bytes} bytes; ${MOST_CONTENT_BYTES} are allowed.`);
}

function bodyOf({ pageContext }: PageContent, { supplementaryContext }: Overrides): string {
  return [pageContext, supplementaryContext].filter(Boolean).join('\n\n');
}

function proofOf({ actionCardWidgets: widgets }: PageContent): Section[] {
  return widgets.length > 0 ? [{ type: 'proof', widgets }] : [];
}

/** An audience's own URL is what its actions open; what is copied stays what it is. */
function actionsOf(page: PageContent, audience: Overrides): Section[] {
  if (page.actions.length === 0) return [];
  const actions = page.actions.map((action, actionIndex) => ({
    ...action,
    actionIndex,
    url: action.actionType === 'copy_text' ? action.url : (audience.actionUrlOverride ?? action.url),
  }));
  const formId = audience.actionFormIdOverride ?? undefined;
  const formInstructions = audience.actionFormInstructionsOverride ?? undefined;
  return [{ type: 'actions', actions, formId, formInstructions }];
}

function footerOf({ footerLinks: links }: PageContent): Section[] {
  return links.length > 0 ? [{ type: 'footer', links }] : [];
}

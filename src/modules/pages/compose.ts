import { DomainError } from '../../shared/kernel/errors.js';
import type { Overrides } from './audience.entity.js';
import type { Content, Section } from './content.dto.js';
import { effectiveMetadata } from './metadata.js';
import type { PageContent } from './page.entity.js';

/** A version is kept and sent whole, so it may not grow without end. */
export const MOST_CONTENT_BYTES = 1_048_576;

/** The version can't be composed, however often it is tried. */
export class Uncomposable extends DomainError {
  constructor(detail: string) {
    super('conflict', 'content_too_large', detail);
  }
}

export interface Ingredients {
  page: PageContent;
  audience: Overrides;
  /** What the audience is called. */
  name: string;
}

/** The same ingredients always give the same content. */
export function compose({ page, audience, name }: Ingredients): Content {
  const metadata = { robots: [], ...effectiveMetadata(page.metadata, audience.metadataOverride) };
  const content = {
    title: metadata.title || page.name,
    metadata,
    sections: sectionsOf(page, audience, metadata.title || page.name, metadata.description ?? name),
    scripts: page.scripts.filter(({ enabled }) => enabled),
  };
  const bytes = Buffer.byteLength(JSON.stringify(content));
  if (bytes <= MOST_CONTENT_BYTES) return content;
  throw new Uncomposable(`The content would have ${bytes} bytes; ${MOST_CONTENT_BYTES} are allowed.`);
}

function sectionsOf(page: PageContent, audience: Overrides, title: string, text: string): Section[] {
  const { actionCardWidgets: widgets, footerLinks: links } = page;
  const body = [page.pageContext, audience.supplementaryContext].filter(Boolean).join('\n\n');
  const actions = page.actions.map((action, actionIndex) => ({
    ...action,
    actionIndex,
    url: audience.actionUrlOverride ?? action.url,
  }));
  return [
    { type: 'hero', title, text },
    { type: 'body', text: body },
    ...(widgets.length > 0 ? [{ type: 'proof' as const, widgets }] : []),
    ...(actions.length > 0 ? [{ type: 'actions' as const, actions }] : []),
    ...(links.length > 0 ? [{ type: 'footer' as const, links }] : []),
  ];
}

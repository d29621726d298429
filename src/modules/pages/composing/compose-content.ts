import { wireId } from '../../../shared/kernel/ids.js';
import type { Overrides } from '../entities/audience.entity.js';
import { effectiveMetadata, titleOf } from '../entities/metadata.js';
import { markdownIn } from '../entities/page-blocks.js';
import type { PageContent } from '../entities/page.entity.js';
import { PermanentComposerError, type ComposedText } from './composer.js';
import { topicIdsFor, type CompositionInput, type PersonToGreet } from './composition-input.js';
import {
  MAX_CONTENT_BYTES,
  type ComposedContent,
  type Content,
  type HeroSection,
  type Section,
  type TextAuthor,
} from '../entities/content.js';
import { assetIdsIn } from '../../../shared/markdown/asset-references.js';

/** The composer writes text only. Links, actions, scripts and metadata always come from page and audience. */
export function composeContent(
  input: CompositionInput,
  text: ComposedText,
  author: TextAuthor,
): ComposedContent {
  const { page, audience, person } = input;
  const metadata = { robots: [], ...effectiveMetadata(page.metadata, audience.metadataOverride) };
  const content = {
    title: titleOf({ name: page.name, metadata }),
    pageTitle: titleOf(page),
    language: page.language ?? undefined,
    pageType: page.pageType,
    coverImage: audience.coverImageOverride ?? page.coverImage ?? undefined,
    topicIds: topicIdsFor(page, audience),
    metadata,
    ogImageAssetId: pictureOf(page, audience),
    quotedAssetIds: quotedIn(text, input, author),
    headerActionId: page.headerActionId ?? undefined,
    sections: [
      heroOf(text, person && greetingOf(person)),
      ...bodyOf(text),
      ...blocksOf(page),
      ...proofOf(page),
      ...questionsOf(text),
      ...actionsOf(page, audience),
      ...footerOf(page),
    ],
    scripts: page.scripts.filter(({ enabled }) => enabled),
  };
  return { content: withinLimit(content), author };
}

/** Replaces the text of the content. Everything else stays as it was published. */
export function inOtherWords(
  content: Content,
  { input, text, author }: { input: CompositionInput; text: ComposedText; author: TextAuthor },
): ComposedContent {
  const of = <Type extends Section['type']>(...types: Type[]) =>
    content.sections.filter((section): section is Section & { type: Type } =>
      (types as string[]).includes(section.type),
    );
  const [hero] = of('hero');
  const sections = [
    heroOf(text, hero),
    ...bodyOf(text),
    ...of('blocks', 'proof'),
    ...questionsOf(text),
    ...of('actions', 'footer'),
  ];
  const quotedAssetIds = quotedIn(text, input, author);
  return { content: withinLimit({ ...content, quotedAssetIds, sections }), author };
}

/** The assets in a model's text that the texts for visitors name, too. Notes are not for visitors. */
function quotedIn(
  { body, questions }: ComposedText,
  { page, audience, topics }: CompositionInput,
  author: TextAuthor,
): string[] | undefined {
  if (author !== 'model') return undefined;
  const ofPage = [
    audience.bodyOverride ?? page.body ?? '',
    ...page.blocks.flatMap(markdownIn).map(({ text }) => text),
  ];
  const own = [...ofPage, ...topics.flatMap(({ texts }) => texts)];
  const known = new Set(own.flatMap(assetIdsIn));
  const written = [body, ...questions.map(({ answer }) => answer)].flatMap(assetIdsIn);
  const quoted = [...new Set(written)].filter((assetId) => known.has(assetId));
  return quoted.length > 0 ? quoted : undefined;
}

function pictureOf(page: PageContent, audience: Overrides): string | undefined {
  const assetId = audience.ogImageAssetIdOverride ?? page.ogImageAssetId;
  return assetId ? wireId('asset', assetId) : undefined;
}

function withinLimit(content: Content): Content {
  if (Buffer.byteLength(JSON.stringify(content)) <= MAX_CONTENT_BYTES) return content;
  throw new PermanentComposerError('content_too_large');
}

type Greeting = Pick<HeroSection, 'greeting' | 'greeted'>;

function heroOf({ hero: { title, text } }: ComposedText, { greeting, greeted }: Greeting = {}): HeroSection {
  return { type: 'hero', greeting, greeted, title, text: text || undefined };
}

function bodyOf({ body: text }: ComposedText): Section[] {
  return text ? [{ type: 'body', text }] : [];
}

function blocksOf({ blocks }: PageContent): Section[] {
  return blocks.length > 0 ? [{ type: 'blocks', blocks }] : [];
}

function greetingOf({ name, account }: PersonToGreet): Greeting {
  if (!account) return { greeting: `For ${name}`, greeted: { name } };
  const company = account.name?.trim() || account.domain;
  return { greeting: `For ${name} at ${company}`, greeted: { name, company } };
}

function proofOf({ actionCardWidgets: widgets }: PageContent): Section[] {
  return widgets.length > 0 ? [{ type: 'proof', widgets }] : [];
}

function questionsOf({ questions }: ComposedText): Section[] {
  return questions.length > 0 ? [{ type: 'questions', questions }] : [];
}

/** The URL of the audience replaces the URL of every action, except for actions that copy text. */
function actionsOf(page: PageContent, audience: Overrides): Section[] {
  if (page.actions.length === 0) return [];
  const actions = page.actions.map((action, actionIndex) => ({
    ...action,
    actionIndex,
    url: action.actionType === 'copy_text' ? action.url : (audience.actionUrlOverride ?? action.url),
  }));
  const formId = audience.actionFormIdOverride ?? undefined;
  const formInstructions = audience.actionFormInstructionsOverride ?? undefined;
  const defaultFormId = page.defaultFormId ?? undefined;
  return [{ type: 'actions', actions, formId, defaultFormId, formInstructions }];
}

function footerOf({ footerLinks: links }: PageContent): Section[] {
  return links.length > 0 ? [{ type: 'footer', links }] : [];
}

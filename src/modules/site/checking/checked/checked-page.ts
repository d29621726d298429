import { wireId } from '../../../../shared/kernel/ids.js';
import { MarkdownBudget } from '../../../../shared/markdown/markdown-budget.js';
import {
  markdownIn,
  pictureOf,
  type ActionCardWidget,
  type Block,
  type EditedPage,
  type Metadata,
  type PlacedPicture,
} from '../../../pages/index.js';
import { shownActions, shownGroups, shownWidgets, type MAX_PARTS } from '../../rendering/part-limits.js';
import { markdownParts, type MarkdownParts } from './markdown-parts.js';

/** A value, and the field of the page or audience that has it. */
export interface FieldValue<Value> {
  pointer: string;
  value: Value;
}

export interface CheckedAction {
  type: FieldValue<string>;
  /** The URL that visitors get. */
  url: FieldValue<string>;
}

/** What visitors would get of a page, with the place of each part: that of the audience where it overrides the page. */
export interface CheckedPage {
  /** The places of all parts that have a limit, also of those that visitors do not get. */
  limited: Record<keyof typeof MAX_PARTS, string[]>;
  actions: CheckedAction[];
  widgets: FieldValue<ActionCardWidget>[];
  footerUrls: FieldValue<string>[];
  /** Markdown; undefined if it takes too long to render. */
  texts: FieldValue<MarkdownParts | undefined>[];
  /** The cover, and the pictures of blocks. */
  pictures: FieldValue<PlacedPicture>[];
  /** Those that are a block of their own. */
  pictureBlocks: FieldValue<PlacedPicture>[];
  metadata: <Name extends keyof Metadata>(name: Name) => FieldValue<Metadata[Name]>;
  /** The first one that exists is shown. */
  formIds: FieldValue<string>[];
  topicIds: FieldValue<string>[];
  /** The asset whose picture is shown beside links to the page. */
  linkPicture: FieldValue<string> | undefined;
  brandId: FieldValue<string>;
  language: FieldValue<string | null>;
}

export function checkedPage({ page, overrides }: EditedPage): CheckedPage {
  const ownUrl = at('/actionUrlOverride', overrides?.actionUrlOverride);
  const ownForm = at('/actionFormIdOverride', overrides?.actionFormIdOverride);
  const form = at('/defaultFormId', page.defaultFormId);
  const body = at('/bodyOverride', overrides?.bodyOverride) ?? at('/body', page.body);
  const cover =
    at('/coverImageOverride', overrides?.coverImageOverride) ?? at('/coverImage', page.coverImage);
  const topics = at('/topicIdsOverride', overrides?.topicIdsOverride) ?? at('/topicIds', page.topicIds);
  const texts = [...(body ? [body] : []), ...page.blocks.flatMap(textsIn)];
  const budget = new MarkdownBudget();
  const ownMetadata = overrides?.metadataOverride ?? {};
  return {
    limited: limitedParts(page),
    actions: shownActions(page.actions).map(({ actionType, url }, index) => ({
      type: { pointer: `/actions/${index}/actionType`, value: actionType },
      url: (actionType !== 'copy_text' && ownUrl) || { pointer: `/actions/${index}/url`, value: url },
    })),
    widgets: shownWidgets(page.actionCardWidgets).map((value, index) => ({
      pointer: `/actionCardWidgets/${index}`,
      value,
    })),
    footerUrls: shownGroups(page.footerLinks).flatMap(({ links }, group) =>
      links.map(({ url }, index) => ({ pointer: `/footerLinks/${group}/links/${index}/url`, value: url })),
    ),
    texts: texts.map(({ pointer, value }) => ({ pointer, value: markdownParts(value, budget) })),
    pictures: [...(cover ? [cover] : []), ...page.blocks.flatMap(picturesIn)],
    pictureBlocks: page.blocks.flatMap((block, index) =>
      block.type === 'picture' ? picturesIn(block, index) : [],
    ),
    metadata: (name) =>
      name in ownMetadata
        ? { pointer: `/metadataOverride/${name}`, value: ownMetadata[name] }
        : { pointer: `/metadata/${name}`, value: page.metadata?.[name] },
    formIds: [ownForm, form].filter((each) => each !== undefined),
    topicIds: (topics?.value ?? []).map((value, index) => ({
      pointer: `${topics!.pointer}/${index}`,
      value,
    })),
    linkPicture:
      assetAt('/metadataOverride/ogImageUrl', overrides?.ogImageAssetIdOverride) ??
      assetAt('/metadata/ogImageUrl', page.ogImageAssetId),
    brandId: { pointer: '/brandId', value: page.brandId },
    language: { pointer: '/language', value: page.language },
  };
}

function limitedParts({
  actions,
  actionCardWidgets,
  footerLinks,
  scripts,
}: EditedPage['page']): CheckedPage['limited'] {
  const placesIn = (pointer: string, list: readonly unknown[]) =>
    list.map((_, index) => `${pointer}/${index}`);
  return {
    actions: placesIn('/actions', actions),
    widgets: placesIn('/actionCardWidgets', actionCardWidgets),
    logos: actionCardWidgets.flatMap(({ logos }, index) =>
      placesIn(`/actionCardWidgets/${index}/logos`, logos),
    ),
    footerGroups: placesIn('/footerLinks', footerLinks),
    footerLinks: footerLinks.flatMap(({ links }, index) => placesIn(`/footerLinks/${index}/links`, links)),
    scripts: scripts.flatMap(({ enabled }, index) => (enabled ? [`/scripts/${index}`] : [])),
  };
}

function textsIn(block: Block, index: number): FieldValue<string>[] {
  return markdownIn(block).map(({ place, text }) => ({ pointer: `/blocks/${index}/${place}`, value: text }));
}

function picturesIn(block: Block, index: number): FieldValue<PlacedPicture>[] {
  const { place, picture } = pictureOf(block) ?? {};
  return picture ? [{ pointer: `/blocks/${index}/${place}`, value: picture }] : [];
}

function at<Value>(pointer: string, value: Value | null | undefined): FieldValue<Value> | undefined {
  return value === null || value === undefined ? undefined : { pointer, value };
}

function assetAt(pointer: string, uuid: string | null | undefined): FieldValue<string> | undefined {
  return at(pointer, uuid && wireId('asset', uuid));
}

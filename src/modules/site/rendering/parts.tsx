import type { VNode } from 'preact';
import { MarkdownBudget } from '../../../shared/markdown/markdown-budget.js';
import type { Content, IndexedAction, PlacedPicture, Section } from '../../pages/index.js';
import { ActionButton, cardsOf } from './actions.js';
import { shownBlock } from './blocks/blocks.js';
import { Cover } from './cover.js';
import { Greeting } from './greeting.js';
import { Markdown } from './inline.js';
import type { Layout, Parts } from './layouts/layout.js';
import type { PageProps } from './page-props.js';
import { QuestionBox } from './question-box.js';
import { Questions } from './sections.js';
import { shownWidgets } from './widgets.js';

/** Renders each part of a page once, in the order in which its texts spend the budget. */
export function partsOf(props: PageProps, layout: Layout): Parts {
  const { content, brand, cover, form, logoPictures, textPictures: pictures, questionBox } = props;
  const hero = sectionsOf(content, 'hero')[0];
  const [body] = sectionsOf(content, 'body');
  const [questions] = sectionsOf(content, 'questions');
  const widgets = sectionsOf(content, 'proof').flatMap((section) => section.widgets);
  const actions = actionsOf(content);
  const [main] = actions;
  const hasButton = layout.opensWith === 'button' && isFarFromCards(content);
  const forMarkdown = { budget: new MarkdownBudget(), pictures };
  return {
    greeting: hero?.greeting ? <Greeting {...hero} /> : undefined,
    title: <h1 dir="auto">{hero?.title ?? content.title}</h1>,
    lead: hero?.text ? (
      <p class="lead" dir="auto">
        {hero.text}
      </p>
    ) : undefined,
    button: hasButton && main ? <ActionButton action={main} /> : undefined,
    cover: cover && <Cover cover={cover} sizes={layout.coverSizes} />,
    body: body && <Markdown text={body.text} {...forMarkdown} />,
    blocks: blocksOf(props, forMarkdown.budget),
    proof: shownWidgets(widgets, logoPictures),
    questions: questions && <Questions {...questions} {...forMarkdown} />,
    questionBox: questionBox && <QuestionBox {...questionBox} />,
    cards: cardsOf({ actions, form, isFirstButton: !hasButton }),
    words: props.words,
    signature: content.metadata.author || brand?.name || content.metadata.ogSiteName,
  };
}

function blocksOf({ content, placedPictures: pictures }: PageProps, budget: MarkdownBudget): VNode[] {
  const parts = {
    prose: (text: string, under: number) => <Markdown {...{ text, budget, pictures, under }} />,
    pictureOf: (picture: PlacedPicture | undefined) => pictures.of(picture),
  };
  const blocks = sectionsOf(content, 'blocks').flatMap((section) => section.blocks);
  return blocks.flatMap((block) => shownBlock(block, parts) ?? []);
}

/** Otherwise the first card stands right below the title, and a button there would only repeat it. */
function isFarFromCards({ sections }: Content): boolean {
  return sections.some(({ type }) => !['hero', 'actions', 'footer'].includes(type));
}

export function actionsOf(content: Content): readonly IndexedAction[] {
  return sectionsOf(content, 'actions').flatMap(({ actions }) => actions);
}

export function sectionsOf<Type extends Section['type']>(
  { sections }: Content,
  type: Type,
): (Section & { type: Type })[] {
  return sections.filter((section): section is Section & { type: Type } => section.type === type);
}

import type { Page } from '@foyer/client';
import type { VNode } from 'preact';
import { SelectField, TextArea, TextField, type Choice } from '../../../parts/fields.js';
import { rowCommand, rowField, rowsIn, type FormRow } from '../../../parts/form-rows.js';
import { RowButton, Rows, rowId } from '../../../parts/rows.js';
import { words } from '../../../words/english.js';
import { optionalPictureIn, PictureFields, pictureIn, pictureValues } from './pictures.js';

type Block = Page['blocks'][number];
type BlockType = Block['type'];

export const BLOCKS = 'blocks';

const TYPES = Object.keys(words.pages.parts.blockTypes) as BlockType[];

interface Props {
  to: string;
  count: number;
  pictures: readonly Choice[];
}

export function BlockFields({ to, count, pictures }: Props): VNode {
  const { parts } = words.pages;
  return (
    <>
      <Rows list={BLOCKS} to={to} nameOf={(kind) => parts.blockTypes[kind as BlockType] ?? kind}>
        {({ path, kind }) => <OneBlock path={path} type={kind as BlockType} to={to} pictures={pictures} />}
      </Rows>
      <p class="adding">
        {TYPES.map((type) => (
          <RowButton
            key={type}
            to={`${to}#${rowId(`${BLOCKS}.${count}`)}`}
            command={rowCommand.add(BLOCKS, type)}
            label={`+ ${parts.blockTypes[type]}`}
          />
        ))}
      </p>
    </>
  );
}

interface OneBlockProps {
  path: string;
  type: BlockType;
  to: string;
  pictures: readonly Choice[];
}

function OneBlock({ path, type, to, pictures }: OneBlockProps): VNode | null {
  const { parts } = words.pages;
  const at = (name: string) => `${path}.${name}`;
  const title = <TextField name={at('title')} label={parts.heading} required={false} />;
  const text = <TextArea name={at('text')} label={parts.text} hint={parts.markdown} rows={5} />;
  const picture = <PictureFields name={at('picture')} label={parts.picture} pictures={pictures} />;
  switch (type) {
    case 'text':
      return (
        <>
          {title}
          {text}
        </>
      );
    case 'picture':
      return (
        <>
          {picture}
          <TextField name={at('caption')} label={parts.caption} required={false} />
        </>
      );
    case 'picture_text':
      return (
        <>
          {picture}
          <SelectField name={at('pictureSide')} label={parts.side} choices={Object.entries(parts.sides)} />
          {title}
          {text}
        </>
      );
    case 'quote':
      return (
        <>
          <TextArea name={at('quote')} label={parts.quote} rows={3} />
          <div class="pair">
            <TextField name={at('name')} label={parts.person} />
            <TextField name={at('role')} label={parts.role} required={false} />
          </div>
          <PictureFields name={at('portrait')} label={parts.portrait} pictures={pictures} required={false} />
        </>
      );
    case 'steps':
      return (
        <>
          {title}
          <Rows list={at('steps')} to={to} nameOf={() => parts.step}>
            {({ path: step }) => (
              <>
                <TextField name={`${step}.title`} label={parts.stepTitle} />
                <TextArea name={`${step}.text`} label={parts.text} rows={2} required={false} />
              </>
            )}
          </Rows>
          <p class="adding">
            <RowButton
              to={`${to}#${rowId(path)}`}
              command={rowCommand.add(at('steps'))}
              label={`+ ${parts.step}`}
            />
          </p>
        </>
      );
  }
}

export function blockValues(blocks: readonly Block[]): [string, string][] {
  return blocks.flatMap((block, index) => {
    const path = `${BLOCKS}.${index}`;
    const texts = Object.entries(block).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    );
    return [
      [rowField(path), block.type],
      ...texts.filter(([name]) => name !== 'type').map(([name, value]) => [`${path}.${name}`, value]),
      ...('picture' in block ? pictureValues(`${path}.picture`, block.picture) : []),
      ...('portrait' in block ? pictureValues(`${path}.portrait`, block.portrait) : []),
      ...('steps' in block ? stepValues(`${path}.steps`, block.steps) : []),
    ] as [string, string][];
  });
}

function stepValues(list: string, steps: readonly { title: string; text?: string }[]): [string, string][] {
  return steps.flatMap(({ title, text = '' }, index): [string, string][] => [
    [rowField(`${list}.${index}`), ''],
    [`${list}.${index}.title`, title],
    [`${list}.${index}.text`, text],
  ]);
}

export function blocksIn(form: URLSearchParams): Block[] {
  return rowsIn(form, BLOCKS).flatMap((row) => blockIn(row) ?? []);
}

function blockIn(row: FormRow): Block | undefined {
  const type = TYPES.find((each) => each === row.kind);
  switch (type) {
    case 'text':
      return { type, title: row.optional('title'), text: row.text('text') };
    case 'picture':
      return { type, picture: pictureIn(row, 'picture'), caption: row.optional('caption') };
    case 'picture_text':
      return {
        type,
        picture: pictureIn(row, 'picture'),
        pictureSide: row.text('pictureSide') === 'end' ? 'end' : 'start',
        title: row.optional('title'),
        text: row.text('text'),
      };
    case 'quote':
      return {
        type,
        quote: row.text('quote'),
        name: row.text('name'),
        role: row.optional('role'),
        portrait: optionalPictureIn(row, 'portrait'),
      };
    case 'steps':
      return {
        type,
        title: row.optional('title'),
        steps: row.rows('steps').map((step) => ({ title: step.text('title'), text: step.optional('text') })),
      };
    case undefined:
      return undefined;
  }
}

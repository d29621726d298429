import type { Page } from '@foyer/client';
import type { VNode } from 'preact';
import { HiddenField, SelectField, TextField, type Choice } from '../../../parts/fields.js';
import { rowCommand, rowField, rowsIn, type FormRow } from '../../../parts/form-rows.js';
import { RowButton, Rows, rowId } from '../../../parts/rows.js';
import { words } from '../../../words/english.js';

export const WIDGETS = 'actionCardWidgets';

const LOGOS = 'logo_marquee';
const VIDEO = 'video';

const LOGO_TEXTS = ['assetId', 'altText', 'url', 'fileId'] as const;

interface Props {
  to: string;
  count: number;
  pictures: readonly Choice[];
}

export function WidgetFields({ to, count, pictures }: Props): VNode {
  const { parts } = words.pages;
  const names: Readonly<Record<string, string>> = parts.widgetTypes;
  return (
    <>
      <Rows list={WIDGETS} to={to} nameOf={(kind) => names[kind] ?? kind}>
        {({ path, kind }) => (
          <>
            <TextField name={`${path}.title`} label={parts.heading} required={false} />
            {kind !== LOGOS && (
              <TextField name={`${path}.url`} label={parts.videoUrl} hint={parts.videoUrlHint} />
            )}
            {kind !== VIDEO && <Logos of={path} to={to} pictures={pictures} />}
          </>
        )}
      </Rows>
      <p class="adding">
        {[LOGOS, VIDEO].map((type) => (
          <RowButton
            key={type}
            to={`${to}#${rowId(`${WIDGETS}.${count}`)}`}
            command={rowCommand.add(WIDGETS, type)}
            label={`+ ${names[type]}`}
          />
        ))}
      </p>
    </>
  );
}

function Logos({ of: path, to, pictures }: { of: string; to: string; pictures: readonly Choice[] }): VNode {
  const { parts } = words.pages;
  const list = `${path}.logos`;
  return (
    <>
      <Rows list={list} to={to} nameOf={() => parts.logo}>
        {({ path: logo }) => (
          <>
            <div class="pair">
              <SelectField
                name={`${logo}.image.assetId`}
                label={parts.picture}
                choices={[['', parts.noPicture], ...pictures]}
                keepsUnknown
                required={false}
              />
              <TextField name={`${logo}.image.url`} label={parts.pictureUrl} required={false} />
            </div>
            <TextField name={`${logo}.image.altText`} label={parts.company} />
            <HiddenField name={`${logo}.image.fileId`} />
          </>
        )}
      </Rows>
      <p class="adding">
        <RowButton to={`${to}#${rowId(path)}`} command={rowCommand.add(list)} label={`+ ${parts.logo}`} />
      </p>
    </>
  );
}

export function widgetValues({ actionCardWidgets }: Pick<Page, 'actionCardWidgets'>): [string, string][] {
  return actionCardWidgets.flatMap(({ type, title, url = '', logos }, index): [string, string][] => {
    const path = `${WIDGETS}.${index}`;
    return [
      [rowField(path), type],
      [`${path}.title`, title],
      [`${path}.url`, url],
      ...logos.flatMap(({ image }, at): [string, string][] => {
        const logo = `${path}.logos.${at}`;
        return [
          [rowField(logo), ''],
          ...LOGO_TEXTS.map((name): [string, string] => [`${logo}.image.${name}`, image[name]]),
        ];
      }),
    ];
  });
}

export function widgetsIn(form: URLSearchParams) {
  return rowsIn(form, WIDGETS).map((row) => ({
    type: row.kind,
    title: row.text('title'),
    ...(row.kind !== LOGOS && { url: row.optional('url') }),
    logos: row.rows('logos').map(logoIn),
  }));
}

function logoIn(row: FormRow) {
  return {
    image: {
      altText: row.text('image.altText'),
      url: row.text('image.url'),
      fileId: row.text('image.fileId'),
      assetId: row.text('image.assetId'),
    },
  };
}

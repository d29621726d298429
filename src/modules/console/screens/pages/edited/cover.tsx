import type { Page } from '@foyer/client';
import type { VNode } from 'preact';
import { TextField, type Choice } from '../../../parts/fields.js';
import { textIn } from '../../kit/screen.js';
import { words } from '../../../words/english.js';
import { PictureFields, pictureValues } from './pictures.js';

export const COVER = 'coverImage';

const AXES = ['x', 'y'] as const;

export function CoverFields({ pictures }: { pictures: readonly Choice[] }): VNode {
  const { parts } = words.pages;
  return (
    <>
      <PictureFields name={COVER} label={parts.picture} pictures={pictures} required={false} />
      <fieldset class="more">
        <legend>{parts.focus}</legend>
        <p class="hint">{parts.focusHint}</p>
        <div class="pair">
          {AXES.map((axis) => (
            <TextField
              key={axis}
              name={`${COVER}.focus.${axis}`}
              label={parts.focusAxes[axis]}
              type="number"
              required={false}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

export function coverValues({ coverImage }: Pick<Page, 'coverImage'>): [string, string][] {
  const { focus } = coverImage ?? {};
  return [
    ...pictureValues(COVER, coverImage),
    ...AXES.flatMap((axis): [string, string][] =>
      focus ? [[`${COVER}.focus.${axis}`, String(Math.round(focus[axis] * 1000) / 10)]] : [],
    ),
  ];
}

/** Null without a picture. A focus without one of its numbers is in the middle of that axis. */
export function coverIn(form: URLSearchParams) {
  const assetId = textIn(form, `${COVER}.assetId`);
  if (assetId === '') return null;
  const [x, y] = AXES.map((axis) => textIn(form, `${COVER}.focus.${axis}`));
  const hasFocus = x !== '' || y !== '';
  const share = (percent: string | undefined) => Number(percent || '50') / 100;
  return {
    assetId,
    altText: textIn(form, `${COVER}.altText`),
    ...(hasFocus && { focus: { x: share(x), y: share(y) } }),
  };
}

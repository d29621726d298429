import type { VNode } from 'preact';
import type { Api } from '../../../calling/api-caller.js';
import { SelectField, TextField, type Choice } from '../../../parts/fields.js';
import type { FormRow } from '../../../parts/form-rows.js';
import { words } from '../../../words/english.js';
import { ifAllowed } from '../../kit/screen.js';

/** As many pictures as one select offers, the newest of each kind. */
const MOST_PICTURES = 25;

const KINDS = ['image', 'logo', 'icon'] as const;

export interface PlacedPicture {
  assetId: string;
  altText: string;
}

/** The newest pictures; none if the key may not read assets. */
export async function pictureChoices(api: Api): Promise<Choice[]> {
  const found = await Promise.all(
    KINDS.map((assetType) => ifAllowed(api.assets.list({ assetType, hidden: false, limit: MOST_PICTURES }))),
  );
  return found.flatMap((list) => list?.items.map(({ assetId, name }): Choice => [assetId, name]) ?? []);
}

interface PictureFieldsProps {
  /** The name of the picture in the form. */
  name: string;
  label: string;
  pictures: readonly Choice[];
  required?: boolean;
}

/** A picture, and what it shows. */
export function PictureFields({ name, label, pictures, required }: PictureFieldsProps): VNode {
  const { parts } = words.pages;
  const none: Choice = ['', parts.noPicture];
  return (
    <div class="pair">
      <SelectField
        name={`${name}.assetId`}
        label={label}
        choices={[none, ...pictures]}
        keepsUnknown
        required={required}
      />
      <TextField name={`${name}.altText`} label={parts.altText} hint={parts.altTextHint} required={false} />
    </div>
  );
}

export function pictureValues(name: string, picture: PlacedPicture | undefined): [string, string][] {
  if (!picture) return [];
  return [
    [`${name}.assetId`, picture.assetId],
    [`${name}.altText`, picture.altText],
  ];
}

/** Without an asset, the API says at its field that there is none. */
export function pictureIn(row: FormRow, name: string): PlacedPicture {
  return { assetId: row.text(`${name}.assetId`), altText: row.text(`${name}.altText`) };
}

export function optionalPictureIn(row: FormRow, name: string): PlacedPicture | undefined {
  return row.optional(`${name}.assetId`) === undefined ? undefined : pictureIn(row, name);
}

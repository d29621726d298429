import type { Api } from '../../calling/api-caller.js';
import type { Choice } from '../../parts/fields.js';
import { ifAllowed } from './screen.js';

/** As many pictures as one select offers, the newest of each kind. */
const MOST_PICTURES = 20;

const KINDS = ['image', 'logo', 'icon'] as const;

/** The newest pictures; undefined if the key may not read assets. */
export async function pictureChoices(api: Api): Promise<Choice[] | undefined> {
  const found = await Promise.all(
    KINDS.map((assetType) => ifAllowed(api.assets.list({ assetType, hidden: false, limit: MOST_PICTURES }))),
  );
  const lists = found.filter((list) => list !== undefined);
  if (lists.length === 0) return undefined;
  return lists.flatMap(({ items }) => items.map(({ assetId, name }): Choice => [assetId, name]));
}

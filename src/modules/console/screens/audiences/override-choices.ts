import type { Api } from '../../calling/api-caller.js';
import type { Choice } from '../../parts/fields.js';
import { words } from '../../words/english.js';
import { ifAllowed } from '../kit/screen.js';
import type { ShownPage } from '../pages/shown-page.js';
import type { ShownAudience } from '../kit/shown-audience.js';

/** As many as one field can offer. */
const MOST = 25;

const PICTURE_TYPES = ['image', 'logo', 'icon'];

/** What the fields of an audience can name. Undefined is what the key may not read: it stays as it is. */
export class OverrideChoices {
  private constructor(
    readonly forms: readonly Choice[] | undefined,
    readonly pictures: readonly Choice[] | undefined,
    readonly topics: readonly Choice[] | undefined,
  ) {}

  static async for(api: Api, audience: ShownAudience, page: ShownPage): Promise<OverrideChoices> {
    const [forms, assets, topics] = await Promise.all([
      ifAllowed(api.forms.list({ limit: MOST })),
      ifAllowed(api.assets.list({ limit: MOST })),
      ifAllowed(api.topics.list({ limit: MOST })),
    ]);
    const pictures = assets?.items.filter(({ data }) => PICTURE_TYPES.includes(data.type));
    return new OverrideChoices(
      withCurrent(
        forms?.items.map(({ formId, name }) => [formId, name]),
        [audience.actionFormIdOverride, page.defaultFormId],
      ),
      withCurrent(
        pictures?.map(({ assetId, name }) => [assetId, name]),
        [audience.coverImageOverride?.assetId, page.coverImage?.assetId],
      ),
      withCurrent(
        topics?.items.map(({ topicId, title }) => [topicId, title]),
        audience.topicIdsOverride ?? [],
      ),
    );
  }

  nameOfForm(id: string): string {
    return nameIn(this.forms, id);
  }

  nameOfPicture(id: string): string {
    return nameIn(this.pictures, id);
  }

  namesOfTopics(ids: readonly string[]): string {
    return ids.map((id) => nameIn(this.topics, id)).join('\n') || words.overrides.noTopics;
  }
}

/** What is named now stays a choice, also if it is beyond the first ones or was deleted. */
function withCurrent(
  choices: readonly Choice[] | undefined,
  current: readonly (string | null | undefined)[],
): readonly Choice[] | undefined {
  if (!choices) return undefined;
  const missing = new Set(current.filter((id) => id && !choices.some(([known]) => known === id)));
  return [...choices, ...[...missing].map((id): Choice => [id!, id!])];
}

function nameIn(choices: readonly Choice[] | undefined, id: string): string {
  return choices?.find(([known]) => known === id)?.[1] ?? id;
}

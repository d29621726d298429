import type { Api } from '../../calling/api-caller.js';
import type { Choice } from '../../parts/fields.js';
import { words } from '../../words/english.js';
import { pictureChoices } from '../kit/picture-choices.js';
import { ifAllowed } from '../kit/screen.js';
import type { ShownAudience } from '../kit/shown-audience.js';

/** As many as one field can offer. */
const MOST = 25;

/** What the fields of an audience can name. Undefined is what the key may not read: it stays as it is. */
export class OverrideChoices {
  private constructor(
    readonly forms: readonly Choice[] | undefined,
    readonly pictures: readonly Choice[] | undefined,
    readonly topics: readonly Choice[] | undefined,
  ) {}

  static async for(api: Api, { topicIdsOverride }: ShownAudience): Promise<OverrideChoices> {
    const [forms, pictures, topics] = await Promise.all([
      ifAllowed(api.forms.list({ limit: MOST })),
      pictureChoices(api),
      ifAllowed(api.topics.list({ limit: MOST })),
    ]);
    return new OverrideChoices(
      forms?.items.map(({ formId, name }) => [formId, name]),
      pictures,
      topics &&
        withChosen(
          topics.items.map(({ topicId, title }) => [topicId, title]),
          topicIdsOverride ?? [],
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

/** A chosen topic has a box, also if it is beyond the first ones or was deleted. */
function withChosen(choices: readonly Choice[], chosen: readonly string[]): readonly Choice[] {
  const missing = chosen.filter((id) => !choices.some(([known]) => known === id));
  return [...choices, ...missing.map((id): Choice => [id, id])];
}

function nameIn(choices: readonly Choice[] | undefined, id: string): string {
  return choices?.find(([known]) => known === id)?.[1] ?? id;
}

import type { Api } from '../../calling/api-caller.js';
import type { Choice } from '../../parts/fields.js';
import type { FormState } from '../../parts/form-state.js';
import { words } from '../../words/english.js';
import type { Choices } from '../kit/choices.js';
import { formChoices } from '../kit/form-choices.js';
import { pictureChoices } from '../kit/picture-choices.js';
import { topicChoices } from '../kit/topic-choices.js';
import { ifAllowed } from '../kit/screen.js';
import type { ShownAudience } from '../kit/shown-audience.js';
import type { ShownPage } from '../pages/shown-page.js';

/** Fields of the form that name records. */
export const FORM = 'actionFormIdOverride';
export const TOPICS = 'topicIdsOverride';

interface Named {
  state: FormState;
  page: ShownPage;
  audience: ShownAudience;
}

/** What the fields of an audience can name. Undefined is what the key may not read: it stays as it is. */
export class OverrideChoices {
  private constructor(
    readonly forms: Choices | undefined,
    readonly pictures: readonly Choice[] | undefined,
    readonly topics: Choices | undefined,
    readonly topicBoxes: readonly Choice[],
  ) {}

  static async for(api: Api, { state, page, audience }: Named): Promise<OverrideChoices> {
    const chosen = [...state.all(TOPICS), ...(audience.topicIdsOverride ?? [])];
    const [forms, pictures, topics] = await Promise.all([
      ifAllowed(formChoices(api, state, [state.value(FORM), page.defaultFormId ?? ''])),
      pictureChoices(api),
      ifAllowed(topicChoices(api, state, [...chosen, ...(page.topicIds ?? [])])),
    ]);
    return new OverrideChoices(
      forms,
      pictures,
      topics,
      // A chosen topic has a box, wherever it is in the list.
      topics?.including([...new Set(chosen)]) ?? [],
    );
  }

  nameOfForm(id: string): string {
    return this.forms?.nameOf(id) ?? id;
  }

  nameOfPicture(id: string): string {
    return nameIn(this.pictures, id);
  }

  namesOfTopics(ids: readonly string[]): string {
    return ids.map((id) => this.topics?.nameOf(id) ?? id).join('\n') || words.overrides.noTopics;
  }
}

function nameIn(choices: readonly Choice[] | undefined, id: string): string {
  return choices?.find(([known]) => known === id)?.[1] ?? id;
}

import type { AudienceOverridesInput, CoverImage, Metadata, RequestMetadata } from '@foyer/client';
import type { ComponentChildren, VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { ChoiceSearch } from '../../parts/choice-search.js';
import { Box, Boxes, SelectField, TextArea, TextField, type Choice } from '../../parts/fields.js';
import { CurrentForm } from '../../parts/form-context.js';
import { words } from '../../words/english.js';
import type { Choices } from '../kit/choices.js';
import { FORM_SEARCH } from '../kit/form-choices.js';
import { TOPIC_SEARCH } from '../kit/topic-choices.js';
import { optionalIn, textIn } from '../kit/screen.js';
import { withoutDerived } from '../pages/page-fields.js';
import type { ShownPage } from '../pages/shown-page.js';
import { FORM, TOPICS, type OverrideChoices } from './override-choices.js';
import type { ShownAudience } from '../kit/shown-audience.js';

/** The texts that replace the page's own; each is a field of the form with the same name. */
const TEXTS = [
  'customName',
  'bodyOverride',
  'actionUrlOverride',
  'actionFormInstructionsOverride',
  'supplementaryContext',
] as const;

const TITLE = 'metadataOverride.title';
const DESCRIPTION = 'metadataOverride.description';
const COVER = 'coverImageOverride.assetId';
const COVER_TEXT = 'coverImageOverride.altText';
/** Whether the audience has topics of its own. */
const OWN_TOPICS = 'ownTopics';
/** In a form that shows topics: boxes that are not checked are not sent. */
const TOPICS_SHOWN = 'topicsShown';

interface OverrideFieldsProps {
  audience: ShownAudience;
  page: ShownPage;
  choices: OverrideChoices;
  /** Where a search for choices sends the form to. */
  to: string;
}

/** Each field beside what the page has. An empty field is as on the page. */
export function OverrideFields({ audience, page, choices, to }: OverrideFieldsProps): VNode {
  const { overrides } = words;
  const { metadata = {}, actions } = page;
  return (
    <>
      <Beside value={audience.computedName} title={overrides.computedName}>
        <TextField name="customName" label={overrides.customName} />
      </Beside>
      <Beside value={metadata.title ?? page.title}>
        <TextField name={TITLE} label={overrides.title} />
      </Beside>
      <Beside value={metadata.description}>
        <TextArea name={DESCRIPTION} label={overrides.description} rows={3} />
      </Beside>
      <Beside value={page.body}>
        <TextArea name="bodyOverride" label={overrides.body} hint={words.pages.bodyHint} rows={12} />
      </Beside>
      {choices.pictures && (
        <Beside value={page.coverImage && choices.nameOfPicture(page.coverImage.assetId)}>
          <SelectField
            name={COVER}
            label={overrides.cover}
            choices={asOnPage(choices.pictures)}
            keepsUnknown
          />
          <TextField name={COVER_TEXT} label={overrides.coverText} hint={overrides.coverTextHint} />
        </Beside>
      )}
      <Beside value={actions.map(({ buttonTitle, url }) => `${buttonTitle}: ${url}`).join('\n')}>
        <TextField
          name="actionUrlOverride"
          label={overrides.actionUrl}
          hint={overrides.actionUrlHint}
          type="url"
        />
      </Beside>
      {choices.forms && (
        <Beside value={page.defaultFormId && choices.nameOfForm(page.defaultFormId)}>
          <ChoiceSearch
            kind={FORM_SEARCH}
            label={words.pages.parts.formSearch}
            to={to}
            choices={choices.forms}
          />
          <FormField forms={choices.forms} />
        </Beside>
      )}
      <Beside>
        <TextField
          name="actionFormInstructionsOverride"
          label={overrides.formInstructions}
          hint={overrides.formInstructionsHint}
        />
      </Beside>
      {choices.topics && (
        <Beside value={page.topicIds === null ? overrides.allTopics : choices.namesOfTopics(page.topicIds)}>
          <TopicFields to={to} topics={choices.topics} boxes={choices.topicBoxes} />
        </Beside>
      )}
      <Beside value={page.pageContext} title={overrides.pageContext}>
        <TextArea
          name="supplementaryContext"
          label={words.audiences.note}
          hint={words.audiences.noteHint}
          rows={3}
        />
      </Beside>
    </>
  );
}

interface BesideProps {
  value?: string;
  title?: string;
  children: ComponentChildren;
}

function Beside({ value, title = words.overrides.asOnPage, children }: BesideProps): VNode {
  return (
    <div class="override">
      <div class="own">{children}</div>
      <div class="of-page">
        <p class="hint">{title}</p>
        {value ? (
          <p class="value" dir="auto">
            {value}
          </p>
        ) : (
          <p class="hint">{words.overrides.nothing}</p>
        )}
      </div>
    </div>
  );
}

function FormField({ forms }: { forms: Choices }): VNode {
  const chosen = useContext(CurrentForm)?.value(FORM) ?? '';
  const choices = asOnPage(forms.including(chosen === '' ? [] : [chosen]));
  return <SelectField name={FORM} label={words.overrides.form} choices={choices} />;
}

function asOnPage(choices: readonly Choice[]): Choice[] {
  return [['', words.overrides.asOnPage], ...choices];
}

interface TopicFieldsProps {
  to: string;
  topics: Choices;
  boxes: readonly Choice[];
}

function TopicFields({ to, topics, boxes }: TopicFieldsProps): VNode {
  const { overrides } = words;
  return (
    <Boxes name={TOPICS} legend={overrides.topics}>
      <input type="hidden" name={TOPICS_SHOWN} value="1" />
      <Box name={OWN_TOPICS} value="1">
        {overrides.ownTopics}
      </Box>
      <ChoiceSearch kind={TOPIC_SEARCH} label={words.pages.parts.topicSearch} to={to} choices={topics} />
      <ul class="boxes">
        {boxes.map(([id, title]) => (
          <li key={id}>
            <Box name={TOPICS} value={id}>
              <bdi>{title}</bdi>
            </Box>
          </li>
        ))}
      </ul>
    </Boxes>
  );
}

export function overrideValues(audience: ShownAudience): Record<string, string | string[]> {
  const { metadataOverride = {}, coverImageOverride, topicIdsOverride } = audience;
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, audience[name] ?? ''])),
    [TITLE]: metadataOverride.title ?? '',
    [DESCRIPTION]: metadataOverride.description ?? '',
    [FORM]: audience.actionFormIdOverride ?? '',
    [COVER]: coverImageOverride?.assetId ?? '',
    [COVER_TEXT]: coverImageOverride?.altText ?? '',
    [TOPICS]: topicIdsOverride ?? [],
    [OWN_TOPICS]: topicIdsOverride === null ? '' : '1',
  };
}

/** All that the form has. Fields that the key could not see stay as they are. */
export function overridesIn(
  form: URLSearchParams,
  { metadataOverride = {}, coverImageOverride, topicIdsOverride }: ShownAudience,
): AudienceOverridesInput {
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, optionalIn(form, name) ?? null])),
    metadataOverride: metadataIn(form, metadataOverride),
    ...(form.has(FORM) && { actionFormIdOverride: optionalIn(form, FORM) ?? null }),
    ...(form.has(COVER) && { coverImageOverride: coverIn(form, coverImageOverride) }),
    ...(form.has(TOPICS_SHOWN) && { topicIdsOverride: topicsIn(form, topicIdsOverride ?? []) }),
  };
}

function metadataIn(form: URLSearchParams, before: Metadata): RequestMetadata {
  const title = optionalIn(form, TITLE);
  const description = optionalIn(form, DESCRIPTION);
  return { ...withoutDerived(before), title, description };
}

function coverIn(form: URLSearchParams, before: CoverImage | null): CoverImage | null {
  const assetId = optionalIn(form, COVER);
  if (assetId === undefined) return null;
  const isSame = before?.assetId === assetId;
  return { ...(isSame && before), assetId, altText: textIn(form, COVER_TEXT) };
}

/** Topics that were chosen before keep their order. */
function topicsIn(form: URLSearchParams, before: readonly string[]): string[] | null {
  if (!form.has(OWN_TOPICS)) return null;
  const chosen = form.getAll(TOPICS);
  return [...before.filter((id) => chosen.includes(id)), ...chosen.filter((id) => !before.includes(id))];
}

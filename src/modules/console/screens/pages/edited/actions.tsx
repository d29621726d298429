import { randomBytes } from 'node:crypto';
import type { Page } from '@foyer/client';
import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { ChoiceSearch } from '../../../parts/choice-search.js';
import { SelectField, TextField, type Choice } from '../../../parts/fields.js';
import { CurrentForm } from '../../../parts/form-context.js';
import { rowCommand, rowField, rowsIn } from '../../../parts/form-rows.js';
import { RowButton, Rows, rowId } from '../../../parts/rows.js';
import { words } from '../../../words/english.js';
import type { Choices } from '../../kit/choices.js';
import { FORM_SEARCH } from '../../kit/form-choices.js';

export const ACTIONS = 'actions';

/** The form behind the buttons of the page. */
export const DEFAULT_FORM = 'defaultFormId';

const TEXTS = ['actionId', 'purpose', 'buttonTitle', 'actionType', 'url'] as const;

export function ActionFields({
  to,
  count,
  forms,
}: {
  to: string;
  count: number;
  /** Undefined if the key may not read forms. */
  forms: Choices | undefined;
}): VNode {
  const { parts } = words.pages;
  return (
    <>
      <Rows list={ACTIONS} to={to} nameOf={() => parts.action}>
        {({ path }) => <OneAction path={path} />}
      </Rows>
      <p class="adding">
        <RowButton
          to={`${to}#${rowId(`${ACTIONS}.${count}`)}`}
          command={rowCommand.add(ACTIONS, newActionId())}
          label={`+ ${parts.action}`}
        />
      </p>
      {count > 0 && (
        <>
          {forms && (
            <ChoiceSearch kind={FORM_SEARCH} label={words.pages.parts.formSearch} to={to} choices={forms} />
          )}
          <div class="pair">
            <HeaderAction />
            <DefaultForm forms={forms} />
          </div>
        </>
      )}
    </>
  );
}

function DefaultForm({ forms }: { forms: Choices | undefined }): VNode {
  const { parts } = words.pages;
  const chosen = useContext(CurrentForm)?.value(DEFAULT_FORM) ?? '';
  return (
    <SelectField
      name={DEFAULT_FORM}
      label={parts.form}
      choices={[['', parts.emailForm], ...(forms?.including(chosen === '' ? [] : [chosen]) ?? [])]}
      keepsUnknown
      required={false}
    />
  );
}

/** The kind of the row is the id of its action, which people need not see. */
function OneAction({ path }: { path: string }): VNode {
  const { parts } = words.pages;
  return (
    <>
      <div class="pair">
        <TextField name={`${path}.buttonTitle`} label={parts.buttonTitle} />
        <SelectField
          name={`${path}.actionType`}
          label={parts.actionType}
          choices={Object.entries(parts.actionTypes)}
          keepsUnknown
        />
      </div>
      <TextField name={`${path}.url`} label={parts.actionUrl} hint={parts.actionUrlHint} required={false} />
      <TextField name={`${path}.purpose`} label={parts.actionPurpose} required={false} />
    </>
  );
}

/** The button at the top of the page is one of the actions. */
function HeaderAction(): VNode {
  const { parts } = words.pages;
  const rows = useContext(CurrentForm)?.rows(ACTIONS) ?? [];
  const choices = rows.map((row, at): Choice => [
    row.kind,
    row.text('buttonTitle') || `${parts.action} ${at + 1}`,
  ]);
  return (
    <SelectField
      name="headerActionId"
      label={parts.headerAction}
      choices={[['', parts.noHeaderAction], ...choices]}
      required={false}
    />
  );
}

type PageActions = Pick<Page, 'actions' | 'headerActionId' | 'defaultFormId'>;

export function actionValues(page: PageActions): [string, string][] {
  const { actions, headerActionId = '', defaultFormId = '' } = page;
  return [
    ...actions.flatMap((action, index): [string, string][] => [
      [rowField(`${ACTIONS}.${index}`), action.actionId],
      ...TEXTS.map((name): [string, string] => [`${ACTIONS}.${index}.${name}`, action[name]]),
    ]),
    ['headerActionId', headerActionId],
    [DEFAULT_FORM, defaultFormId],
  ];
}

export function actionsIn(form: URLSearchParams) {
  const actions = rowsIn(form, ACTIONS).map((row) => ({
    actionId: row.kind,
    purpose: row.text('purpose'),
    buttonTitle: row.text('buttonTitle'),
    actionType: row.text('actionType'),
    url: row.text('url'),
  }));
  const header = form.get('headerActionId');
  return {
    actions,
    headerActionId: actions.find(({ actionId }) => actionId === header)?.actionId ?? null,
    defaultFormId: form.get(DEFAULT_FORM) || null,
  };
}

function newActionId(): string {
  return `action-${randomBytes(4).toString('hex')}`;
}

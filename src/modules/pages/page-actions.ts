import { invalid, type Fault } from '../../shared/kernel/errors.js';

interface Actions {
  actions: readonly { actionId: string }[];
  headerActionId: string | null;
}

/** An action is named once, and the header's is one of them. `given` says what the caller can be pointed at. */
export function assertActions(
  { actions, headerActionId }: Actions,
  given: { headerActionId?: unknown },
): void {
  const faults = [...duplicates(actions), ...strayHeader({ actions, headerActionId }, given)];
  if (faults.length > 0) throw invalid(faults);
}

function duplicates(actions: Actions['actions']): Fault[] {
  const known = new Set<string>();
  return actions.flatMap(({ actionId }, index) => {
    if (known.size === known.add(actionId).size) {
      const message = `actions.${index}.actionId is the id of an earlier action, too.`;
      return [{ pointer: `/actions/${index}/actionId`, code: 'duplicate', message }];
    }
    return [];
  });
}

function strayHeader({ actions, headerActionId }: Actions, given: { headerActionId?: unknown }): Fault[] {
  if (headerActionId === null || actions.some(({ actionId }) => actionId === headerActionId)) return [];
  const message = 'headerActionId must be the actionId of one of the actions.';
  return [
    {
      pointer: given.headerActionId === undefined ? '/actions' : '/headerActionId',
      code: 'unknown_action',
      message,
    },
  ];
}

import type { TenantDomain, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';

/** What to do until visitors can open links on a domain. */
export function ProofSteps({ of: domain }: { of: WithDates<TenantDomain> }): VNode {
  const { domain: name, isProven, proofRecord, provenUntil } = domain;
  const { domains } = words;
  return (
    <ol class="steps">
      <li class={isProven ? 'done' : undefined}>
        <div>
          <h2>{domains.stepRecord}</h2>
          <p>{domains.stepRecordAbout}</p>
          <dl class="record">
            <div>
              <dt>{domains.recordType}</dt>
              <dd>
                <code>TXT</code>
              </dd>
            </div>
            <div>
              <dt>{domains.recordName}</dt>
              <dd>
                <code>{proofRecord.name}</code>
              </dd>
            </div>
            <div>
              <dt>{domains.recordValue}</dt>
              <dd>
                <code>{proofRecord.value}</code>
              </dd>
            </div>
          </dl>
        </div>
      </li>
      <li class={isProven ? 'done' : undefined}>
        <div>
          <h2>{domains.stepCheck}</h2>
          <LastCheck of={domain} />
          {provenUntil && (
            <p>
              {domains.provenUntil} <Moment at={provenUntil} />.
            </p>
          )}
          <p class="actions">
            <button class={isProven ? 'quiet small' : 'small'}>{domains.check}</button>
          </p>
        </div>
      </li>
      <li>
        <div>
          <h2>{domains.stepPoint}</h2>
          <p>{domains.stepPointAbout(name)}</p>
        </div>
      </li>
    </ol>
  );
}

function LastCheck({ of: { isProven, checkedAt, checkFault } }: { of: WithDates<TenantDomain> }): VNode {
  const { domains } = words;
  return (
    <>
      <p>{isProven && checkFault === null ? domains.checkFine : domains.checkAbout}</p>
      {checkFault !== null && <p class="notice bad">{domains.faults[checkFault]}</p>}
      {checkedAt && (
        <p class="hint">
          {domains.checkedAt} <Moment at={checkedAt} />
        </p>
      )}
    </>
  );
}

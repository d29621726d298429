import { FoyerError, type HealthPart } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { Badge, Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import type { Screens, Shown, Visit } from '../kit/screen.js';

export const healthScreens: Screens = { 'GET /settings/health': health };

/** Of the process that answers. */
interface Health {
  /** Why it is not ready. */
  fault?: string;
  /** Only keys of operators see the version and the parts. */
  version?: string | undefined;
  parts?: readonly HealthPart[] | undefined;
}

async function health({ api }: Visit): Promise<Shown> {
  const { fault, version, parts } = await healthOf(api);
  const { health: own } = words;
  return {
    title: own.title,
    section: 'health',
    content: (
      <>
        <Heading
          title={own.title}
          about={version === undefined ? own.about : `${own.about} ${own.version(version)}`}
        >
          <Badge tone={fault === undefined ? 'good' : 'bad'}>
            {fault === undefined ? own.ready : own.notReady}
          </Badge>
        </Heading>
        {fault !== undefined && <p class="notice bad">{fault}</p>}
        {parts ? (
          <ul class="rows">
            {parts.map((part) => (
              <PartRow key={part.name} of={part} />
            ))}
          </ul>
        ) : (
          <p class="notice">{own.noParts}</p>
        )}
      </>
    ),
  };
}

async function healthOf(api: Api): Promise<Health> {
  try {
    const { version, parts } = await api.health.ready({ retries: 0 });
    return { version, parts };
  } catch (error) {
    if (error instanceof FoyerError && error.status === 503)
      return { fault: [error.detail, ...error.faults.map(({ message }) => message)].join(' ') };
    throw error;
  }
}

function PartRow({ of: { name, status, detail, lagSeconds } }: { of: HealthPart }): VNode {
  const { health: own } = words;
  return (
    <li class="row">
      <div class="what">
        <h2>{Object.hasOwn(own.parts, name) ? own.parts[name as keyof typeof own.parts] : name}</h2>
        <p class="meta">
          {lagSeconds !== null && <span>{own.lag(lagSeconds)}</span>}
          {detail !== null && <span>{detail}</span>}
        </p>
      </div>
      <Badge tone={status === 'ok' ? 'good' : 'bad'}>{own.states[status]}</Badge>
    </li>
  );
}

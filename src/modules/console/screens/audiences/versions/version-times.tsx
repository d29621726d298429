import type { VNode } from 'preact';
import { Moment } from '../../../parts/shown.js';
import { words } from '../../../words/english.js';
import type { ShownVersion } from '../../kit/shown-audience.js';

export function VersionTimes({ of: version }: { of: ShownVersion }): VNode {
  const { versions } = words;
  const times: [string, Date | null][] = [
    [versions.created, version.createdAt],
    [
      versions.plannedFor,
      version.publishedAt === null && version.cancelledAt === null ? version.publishAt : null,
    ],
    [versions.publishedAt, version.publishedAt],
    [versions.until, version.archivedAt],
    [versions.cancelledAt, version.cancelledAt],
  ];
  return (
    <p class="meta">
      {times.map(
        ([label, at]) =>
          at && (
            <span key={label}>
              {label} <Moment at={at} />
            </span>
          ),
      )}
      {version.rolledBackFrom !== null && <span>{versions.rolledBack}</span>}
    </p>
  );
}

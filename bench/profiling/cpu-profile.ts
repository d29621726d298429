/** A V8 profile: which function each sample found running. Times are in microseconds. */
export interface CpuProfile {
  startTime: number;
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}

export interface ProfileNode {
  id: number;
  callFrame: CallFrame;
  children?: number[];
}

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
}

export interface Share {
  name: string;
  milliseconds: number;
  /** Share of the total sampled time. */
  share: number;
}

/** Milliseconds since the profile began. */
export interface Span {
  from: number;
  to: number;
}

/** Self time by group of a node, largest first. */
export function selfTimes(profile: CpuProfile, span: Span, groupOf: (node: ProfileNode) => string): Share[] {
  const names = new Map(profile.nodes.map((node) => [node.id, groupOf(node)]));
  const times = new Map<string, number>();
  let now = 0;
  let total = 0;
  profile.samples.forEach((id, at) => {
    const elapsed = (profile.timeDeltas[at] ?? 0) / 1000;
    now += elapsed;
    if (now < span.from || now > span.to) return;
    const name = names.get(id) ?? '(unknown)';
    times.set(name, (times.get(name) ?? 0) + elapsed);
    total += elapsed;
  });
  return [...times]
    .map(([name, milliseconds]) => ({ name, milliseconds, share: milliseconds / total }))
    .sort((a, b) => b.milliseconds - a.milliseconds);
}

export function functionOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const name = functionName || '(anonymous)';
  return url ? `${name}  ${shortUrl(url)}:${lineNumber + 1}` : name;
}

export function packageOf({ callFrame: { functionName, url } }: ProfileNode): string {
  // V8 uses (idle), (program) and (garbage collector) for time in which no JavaScript ran.
  if (!url) return functionName.startsWith('(') ? functionName : '(built-in functions)';
  const path = shortUrl(url);
  return (
    /^node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ??
    /^node:[^/]+/.exec(path)?.[0] ??
    /^dist\/(shared\/|modules\/)?[^/]+/.exec(path)?.[0] ??
    path
  );
}

/** The package that called Node or V8; Node or V8 themselves if no package called them. */
export function callerPackageOf(profile: CpuProfile): (node: ProfileNode) => string {
  const parents = new Map(profile.nodes.flatMap((node) => (node.children ?? []).map((id) => [id, node])));
  return (node) => {
    let caller: ProfileNode | undefined = node;
    while (caller && isBuiltIn(caller)) caller = parents.get(caller.id);
    return packageOf(caller ?? node);
  };
}

function isBuiltIn({ callFrame: { url } }: ProfileNode): boolean {
  return url === '' || url.startsWith('node:');
}

function shortUrl(url: string): string {
  return url.replace(/^.*\/(?=node_modules\/)/, '').replace(/^file:.*\/(?=dist\/)/, '');
}

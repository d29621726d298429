import { conflict, type Problems } from './errors.js';

/** One row of a lifecycle table. A null in `from` is the state of a record that is being created. */
interface Move<State extends string> {
  readonly from: readonly (State | null)[];
  readonly to: State;
  readonly by: string;
}

/** A lifecycle is a table of data; a transition that is not in the table is impossible. */
export class Lifecycle<State extends string> {
  constructor(
    private readonly noun: string,
    readonly moves: readonly Move<State>[],
  ) {
    const lost = this.unreachable();
    if (lost.length > 0) throw new Error(`The ${noun} lifecycle never reaches ${lost.join(', ')}.`);
  }

  allows(from: State | null, to: State): boolean {
    return this.moves.some((move) => move.to === to && move.from.includes(from));
  }

  /** The states from which a record can enter this one. */
  before(to: State): State[] {
    const states = this.moves.filter((move) => move.to === to).flatMap((move) => move.from);
    return [...new Set(states)].filter((state) => state !== null);
  }

  /** Returns the new state, or refuses with a 409 that lists the transitions of the current one. */
  step(from: State | null, to: State): State {
    if (this.allows(from, to)) return to;
    const open = this.moves.filter((move) => move.from.includes(from)).map((move) => move.to);
    const rest =
      open.length > 0 ? `it can only become ${[...new Set(open)].join(', ')}` : 'this state is final';
    throw conflict(
      this.codeIn(from),
      `The ${this.noun} is ${from ?? 'new'} and can't become ${to}; ${rest}.`,
    );
  }

  /** The problems with which `step` may refuse. */
  get problems(): Problems {
    const states = [...new Set(this.moves.map(({ to }) => to))];
    return Object.fromEntries(states.map((state) => [this.codeIn(state), this.refusalIn(state)]));
  }

  private refusalIn(state: State) {
    const next = new Set(this.moves.filter(({ from }) => from.includes(state)).map(({ to }) => to));
    const rest = next.size > 0 ? `It can only become ${[...next].join(', ')}` : 'This state is final';
    return {
      kinds: ['conflict'] as const,
      meaning: `The ${this.noun} is ${state}. ${rest}.`,
      remedy: `Read the ${this.noun} to see its state, and call an operation that the state allows.`,
    };
  }

  private codeIn(state: State | null): string {
    return `${this.noun}_${state ?? 'new'}`;
  }

  /** The table as a Mermaid state diagram, for the docs. */
  diagram(): string {
    const arrows = this.moves.flatMap((move) =>
      move.from.map((from) => `  ${from ?? '[*]'} --> ${move.to}: ${move.by}`),
    );
    return ['stateDiagram-v2', ...arrows].join('\n');
  }

  private unreachable(): State[] {
    const reached = new Set<State | null>([null]);
    for (let before = 0; before < reached.size;) {
      before = reached.size;
      for (const move of this.moves) if (move.from.some((from) => reached.has(from))) reached.add(move.to);
    }
    const named = new Set(this.moves.flatMap((move) => [...move.from, move.to]));
    return [...named].filter((state): state is State => state !== null && !reached.has(state));
  }
}

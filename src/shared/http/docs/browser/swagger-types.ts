/** The parts of Swagger UI, React and Immutable.js that the plugins use. All run in the browser. */
export type Props = Record<string, unknown>;
export type Component = (props: Props) => unknown;

export interface React {
  createElement: (type: string | Component, props?: object | null, ...children: unknown[]) => unknown;
  useLayoutEffect: (act: () => void, when: unknown[]) => void;
  useState: <State>(initial: State | (() => State)) => [State, (state: State) => void];
}

/** A map of Immutable.js, in which Swagger UI stores the document. */
export interface ImmutableMap {
  readonly size: number;
  get(name: string): unknown;
  getIn(path: string[]): unknown;
  update(name: string, change: (value: ImmutableList) => ImmutableList): ImmutableMap;
  filter(isMeant: (item: ImmutableMap, key: string) => boolean): ImmutableMap;
  toJS(): Record<string, unknown>;
}

export interface ImmutableList {
  readonly size: number;
  filter(isMeant: (item: ImmutableMap) => boolean): ImmutableList;
}

export interface Groups {
  readonly size: number;
  map(change: (group: ImmutableMap, name: string) => ImmutableMap): Groups;
  filter(isMeant: (group: ImmutableMap) => boolean): Groups;
  keySeq(): { toArray(): string[] };
}

export interface System {
  React: React;
  getComponent: (name: string, isConnected?: boolean) => Component;
  fn: {
    isFileUploadIntended(schema: unknown): boolean;
    resolveSubtree: (document: object, keys: string[], options: object) => Promise<unknown>;
  };
  specSelectors: { loadingStatus(): string; taggedOperations(): Groups };
  specActions: { updateJsonSpec(document: object): unknown };
  layoutSelectors: { currentFilter(): string | boolean | null };
  layoutActions: { updateFilter(phrase: string | boolean): void; parseDeepLinkHash(hash: string): void };
}

/**
 * Sets up Swagger UI. Runs in the browser: the docs page loads the compiled file as is, so it imports nothing.
 * All settings: https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration/
 */
export {};

type Props = Record<string, unknown>;
type Component = (props: Props) => unknown;

interface System {
  React: {
    createElement(type: string | Component, props?: object | null, ...children: unknown[]): unknown;
    useState<State>(initial: State): [State, (state: State) => void];
  };
  fn: {
    isFileUploadIntended(schema: unknown): boolean;
    resolveSubtree: (document: object, keys: string[], options: object) => Promise<unknown>;
  };
}

/** A map of Immutable.js, in which Swagger UI stores the document. */
interface ImmutableMap {
  get(name: string): unknown;
  getIn(path: string[]): unknown;
  update(name: string, change: (value: ImmutableList) => ImmutableList): ImmutableMap;
}
interface ImmutableList {
  size: number;
  filter(isMeant: (item: ImmutableMap) => boolean): ImmutableList;
}
interface Groups {
  map(change: (group: ImmutableMap, name: string) => ImmutableMap): Groups;
  filter(isMeant: (group: ImmutableMap) => boolean): Groups;
}

declare const SwaggerUIBundle: (settings: object) => void;

/** Swagger UI detects a missing file, but shows it nowhere: it takes an immutable list for an array. */
const missingFiles = ({ React, fn }: System) => ({
  wrapComponents: {
    JsonSchema_string: (Field: Component): Component =>
      function FieldOrFile(props) {
        if (!fn.isFileUploadIntended(props.schema)) return React.createElement(Field, props);
        const errors = [...(props.errors as Iterable<string>)];
        const told = errors.map((text) => React.createElement('p', { className: 'required' }, text));
        return React.createElement('div', null, React.createElement(Field, { ...props, errors }), ...told);
      },
  },
});

/** Swagger UI itself searches only the headings. */
const operationFilter = () => ({
  fn: {
    opsFilter(groups: Groups, phrase: string): Groups {
      const word = phrase.toLowerCase();
      const has = (text: unknown) => String(text).toLowerCase().includes(word);
      const isMeant = (item: ImmutableMap) =>
        has(item.get('path')) ||
        has(item.getIn(['operation', 'operationId'])) ||
        has(item.getIn(['operation', 'summary']));
      return groups
        .map((group, name) => (has(name) ? group : group.update('operations', (all) => all.filter(isMeant))))
        .filter((group) => (group.get('operations') as ImmutableList).size > 0);
    },
  },
});

/** Swagger UI always shows every event below the operations. */
const closedEvents = ({ React }: System) => ({
  wrapComponents: {
    Webhooks: (Events: Component): Component =>
      function ClosedEvents(props) {
        const [isOpen, setOpen] = React.useState(false);
        const onToggle = ({ currentTarget }: { currentTarget: { open: boolean } }) =>
          setOpen(currentTarget.open);
        const summary = React.createElement(
          'summary',
          { className: 'opblock-tag' },
          'events sent to webhooks',
        );
        return React.createElement(
          'details',
          { onToggle },
          summary,
          isOpen && React.createElement(Events, props),
        );
      },
  },
});

/**
 * Swagger UI reads the whole document before its first page, and again for each operation that is opened, which takes
 * seconds. This plugin passes it only the part it requests, with everything that part refers to.
 */
const partsOfTheDocument = () => ({
  afterLoad(this: System, { fn: { resolveSubtree } }: System) {
    this.fn.resolveSubtree = (document, keys, options) =>
      resolveSubtree(partOf(document, keys), keys, options);
  },
});

interface Node {
  [key: string]: Node | undefined;
}

function partOf(document: object, keys: string[]): object {
  const { openapi, info, servers, ...all } = document as Node;
  const part: Node = {};
  const seen = new Set<string>();
  const copy = (path: string[]) => {
    if (seen.has(path.join('/'))) return;
    seen.add(path.join('/'));
    const value = path.reduce<Node | undefined>((node, key) => node?.[key], all);
    path.slice(0, -1).reduce<Node>((node, key) => (node[key] ??= {}), part)[path.at(-1)!] = value;
    JSON.stringify(value, (_, inner: unknown) => {
      if (typeof inner === 'string' && inner.startsWith('#/components/')) copy(inner.slice(2).split('/'));
      return inner;
    });
  };
  copy(keys);
  return { openapi, info, servers, paths: {}, ...part };
}

SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  plugins: [missingFiles, operationFilter, closedEvents, partsOfTheDocument],
});

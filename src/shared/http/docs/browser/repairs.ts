import type { Component, Props, System } from './swagger-types.js';

/** Swagger UI detects a missing file, but shows it nowhere: it takes an immutable list for an array. */
export const missingFiles = ({ React, fn }: System) => ({
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

/** Swagger UI always shows every event below the operations. */
export const closedEvents = ({ React }: System) => ({
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

/** Swagger UI puts a link into the button of each operation. Assistive technology announces only one of the two. */
export const plainHeadings = ({ React }: System) => ({
  components: { DeepLink: ({ text }: Props) => React.createElement('span', null, text) },
});

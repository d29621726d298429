import type { TenantDomain, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { ProblemSummary, TextField } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Badge, Done, Empty, Heading, ListPages } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import { pageIn, textIn, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { ProofSteps } from './proof-steps.js';

type ShownDomain = WithDates<TenantDomain>;

const PATH = '/settings/domains';
const PAGE_SIZE = 25;

export const domainsScreens: Screens = {
  'GET /settings/domains': (visit) => domains(visit, FormState.of()),
  'POST /settings/domains': create,
  'GET /settings/domains/:id': (visit) => showDomain(visit, FormState.of()),
  'POST /settings/domains/:id/check': check,
  'GET /settings/domains/:id/delete': (visit) => deleting(visit, FormState.of()),
  'POST /settings/domains/:id/delete': deleteDomain,
};

function pathOf({ tenantDomainId }: Pick<ShownDomain, 'tenantDomainId'>): string {
  return `${PATH}/${tenantDomainId}`;
}

async function domains({ api, query }: Visit, state: FormState): Promise<Shown> {
  const page = await api.tenantDomains.list(pageIn(query, PAGE_SIZE));
  const { domains: own } = words;
  return {
    title: own.title,
    section: 'domains',
    content: (
      <>
        <Heading title={own.title} about={own.about} />
        <Done name={query.get('done')} />
        {page.items.length === 0 ? (
          <Empty title={own.none}>
            <p>{own.noneAbout}</p>
          </Empty>
        ) : (
          <ul class="rows">
            {page.items.map((domain) => (
              <li key={domain.tenantDomainId} class="row">
                <div class="what">
                  <h2>
                    <a href={pathOf(domain)}>{domain.domain}</a>
                  </h2>
                  <p class="badges">
                    <DomainState of={domain} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
        <ListPages path={PATH} query={query} nextCursor={page.nextCursor} />
        <section aria-labelledby="add">
          <h2 id="add">{own.addTitle}</h2>
          <Form to={PATH} state={state} class="card">
            <ProblemSummary />
            <TextField name="domain" label={own.domain} hint={own.domainHint} />
            <div class="actions">
              <button>{own.add}</button>
            </div>
          </Form>
        </section>
      </>
    ),
  };
}

function DomainState({ of: { isProven } }: { of: ShownDomain }): VNode {
  const { domains: own } = words;
  return <Badge tone={isProven ? 'good' : 'warn'}>{isProven ? own.proven : own.unproven}</Badge>;
}

function create(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  return submit(visit, {
    act: (options) => api.tenantDomains.create({ domain: textIn(form, 'domain') }, options),
    done: (domain) => ({ next: `${pathOf(domain)}?done=domain_added` }),
    refused: (state) => domains(visit, state),
    fieldOf: (place) => (['domain_taken', 'too_many_domains'].includes(place) ? 'domain' : undefined),
  });
}

async function showDomain({ api, params, query }: Visit, state: FormState): Promise<Shown> {
  const domain = await api.tenantDomains.get(params.id!);
  const { domains: own } = words;
  return {
    title: domain.domain,
    section: 'domains',
    content: (
      <>
        <Heading title={domain.domain} back={{ href: PATH, label: own.back }}>
          <DomainState of={domain} />
          <a class="button quiet small danger" href={`${pathOf(domain)}/delete`}>
            {own.delete}
          </a>
        </Heading>
        <Done name={query.get('done')} />
        <Form to={`${pathOf(domain)}/check`} state={state} class="card">
          <ProblemSummary />
          <ProofSteps of={domain} />
        </Form>
      </>
    ),
  };
}

function check(visit: Visit): Promise<ScreenAnswer> {
  const { api, params } = visit;
  return submit(visit, {
    act: (options) => api.tenantDomains.check(params.id!, options),
    done: (domain) => ({ next: `${pathOf(domain)}?done=domain_checked` }),
    refused: (state) => showDomain(visit, state),
  });
}

async function deleting({ api, params }: Visit, state: FormState): Promise<Shown> {
  const domain = await api.tenantDomains.get(params.id!);
  const { domains: own } = words;
  return formScreen({
    section: 'domains',
    title: own.deleteTitle(domain.domain),
    back: { href: pathOf(domain), label: domain.domain },
    to: `${pathOf(domain)}/delete`,
    state,
    button: own.deleteButton,
    isDestructive: true,
    content: <p>{own.deleteWhat}</p>,
  });
}

function deleteDomain(visit: Visit): Promise<ScreenAnswer> {
  const { api, params } = visit;
  return submit(visit, {
    act: () => api.tenantDomains.delete(params.id!),
    done: () => ({ next: `${PATH}?done=domain_deleted` }),
    refused: (state) => deleting(visit, state),
  });
}

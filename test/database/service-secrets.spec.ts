import { KeyObject } from 'node:crypto';
import { jest } from '@jest/globals';
import { ConnectionShares } from '../../src/shared/database/transactions/connection-shares.js';
import { ServiceSecrets } from '../../src/shared/secrets/service-secrets.js';
import { formOf, sendForm } from '../assets/support.js';
import { useTestService } from '../support/test-service.js';

const { service } = useTestService({ DATABASE_POOL_MAX: '1', DATABASE_WAIT_MS: '1000' });

afterEach(() => jest.restoreAllMocks());

describe('the secrets of the service', () => {
  it('are there before a change needs them, which may hold the only connection', async () => {
    expect((await sendForm(service, service.home, formOf({}))).status).toBe(201);
  });

  it('are the same for every process', async () => {
    const others = new ServiceSecrets(service.app.get(ConnectionShares));
    const ours = await service.app.get(ServiceSecrets).get('cursor');
    expect((await others.get('cursor')).equals(ours)).toBe(true);
    expect((await others.get('file url')).equals(ours)).toBe(false);
  });

  it('keep nobody from starting while the database is slow to answer, and are had later', async () => {
    const secrets = new ServiceSecrets(service.app.get(ConnectionShares));
    jest.spyOn(service.pool, 'query').mockRejectedValueOnce(new Error('slow') as never);
    await secrets.onModuleInit();
    await expect(secrets.get('webhook secrets')).resolves.toBeInstanceOf(KeyObject);
  });

  it('are asked for once', async () => {
    const secrets = new ServiceSecrets(service.app.get(ConnectionShares));
    await secrets.onModuleInit();
    const asked = jest.spyOn(service.pool, 'query');
    await Promise.all([secrets.get('cursor'), secrets.get('file url'), secrets.get('webhook secrets')]);
    expect(asked).not.toHaveBeenCalled();
  });
});

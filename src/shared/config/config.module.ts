import { Global, Inject, Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from './settings.js';

export const SETTINGS_TOKEN = Symbol('Settings');

export const InjectSettings = (): ParameterDecorator => Inject(SETTINGS_TOKEN);

@Global()
@Module({})
export class ConfigModule {
  static with(settings: Settings): DynamicModule {
    const provider = { provide: SETTINGS_TOKEN, useValue: settings };
    return { module: ConfigModule, providers: [provider], exports: [provider] };
  }
}

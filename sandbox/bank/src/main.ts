import { serve } from '@xs2a/service-kit';
import { service } from './service.ts';

await serve(service);

import { applyDecorators, UseFilters } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { Operation } from '@xs2a/contracts';
import { PassOnFilter } from './pass-on.filter.ts';

const PASS_ON = new PassOnFilter();

/** Marks the controller method that answers an operation. It gets the parsed request and returns the reply. */
export function Serves(operation: Operation): MethodDecorator {
  return applyDecorators(MessagePattern(operation.subject, { operation }), UseFilters(PASS_ON));
}

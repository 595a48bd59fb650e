import { MessagePattern } from '@nestjs/microservices';
import type { Operation } from '@xs2a/contracts';

/** Marks the controller method that answers an operation. It gets the parsed request and returns the reply. */
export function Serves(operation: Operation): MethodDecorator {
  return MessagePattern(operation.subject, { operation });
}

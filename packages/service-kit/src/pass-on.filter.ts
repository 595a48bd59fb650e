import { Catch, type ExceptionFilter } from '@nestjs/common';
import { type Observable, throwError } from 'rxjs';

/** Hands whatever an operation throws to the transport as it is: there is the one place that answers refusals. */
@Catch()
export class PassOnFilter implements ExceptionFilter {
  catch(exception: unknown): Observable<never> {
    return throwError(() => exception);
  }
}

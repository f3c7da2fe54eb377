import { Migration } from '@mikro-orm/migrations';

export class Migration20261127161918_failed_refunds extends Migration {

  override name = 'Migration20261127161918_failed_refunds';

  override up(): void | Promise<void> {
    this.addSql(`alter table "payment_reversal" drop constraint "payment_reversal_status_check";`);
    this.addSql(`alter table "payment_reversal" add constraint "payment_reversal_status_check" check ("status" in ('open', 'done', 'failed', 'won', 'lost'));`);

    this.addSql(`alter table "surplus_payment" drop constraint "surplus_payment_status_check";`);
    this.addSql(`alter table "surplus_payment" add "failures" int not null default 0;`);
    this.addSql(`alter table "surplus_payment" add constraint "surplus_payment_status_check" check ("status" in ('open', 'refunded', 'failed', 'disputed'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "payment_reversal" drop constraint "payment_reversal_status_check";`);
    this.addSql(`update "payment_reversal" set "status" = 'won' where "status" = 'failed';`);
    this.addSql(`alter table "payment_reversal" add constraint "payment_reversal_status_check" check ("status" in ('open', 'done', 'won', 'lost'));`);

    this.addSql(`alter table "surplus_payment" drop constraint "surplus_payment_status_check";`);
    this.addSql(`alter table "surplus_payment" drop column "failures";`);
    this.addSql(`update "surplus_payment" set "status" = 'open' where "status" = 'failed';`);
    this.addSql(`alter table "surplus_payment" add constraint "surplus_payment_status_check" check ("status" in ('open', 'refunded', 'disputed'));`);
  }

}

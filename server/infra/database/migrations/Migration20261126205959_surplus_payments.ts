import { Migration } from '@mikro-orm/migrations';

export class Migration20261126205959_surplus_payments extends Migration {

  override name = 'Migration20261126205959_surplus_payments';

  override up(): void | Promise<void> {
    this.addSql(`create table "surplus_payment" ("id" varchar(255) not null, "order_id" uuid not null, "amount" int not null, "status" text not null default 'open', "created_at" timestamptz not null, "closed_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "surplus_payment_order_id_index" on "surplus_payment" ("order_id");`);

    this.addSql(`alter table "money_account" drop constraint "money_account_kind_check";`);
    this.addSql(`alter table "money_account" add constraint "money_account_kind_check" check ("kind" in ('tokens_issued', 'tokens_promo', 'tokens_spent', 'fan_paid', 'fan_granted', 'fan_debt', 'gateway_clearing', 'deferred_revenue', 'promo_expense', 'chargeback_loss', 'tax', 'revenue', 'surplus', 'earn_pending', 'earn_available', 'payout_held'));`);

    this.addSql(`alter table "surplus_payment" add constraint "surplus_payment_status_check" check ("status" in ('open', 'refunded', 'disputed'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "surplus_payment";`);

    this.addSql(`alter table "money_account" drop constraint "money_account_kind_check";`);
    this.addSql(`alter table "money_account" add constraint "money_account_kind_check" check ("kind" in ('tokens_issued', 'tokens_promo', 'tokens_spent', 'fan_paid', 'fan_granted', 'fan_debt', 'gateway_clearing', 'deferred_revenue', 'promo_expense', 'chargeback_loss', 'tax', 'revenue', 'earn_pending', 'earn_available', 'payout_held'));`);
  }

}

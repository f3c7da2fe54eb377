import { Migration } from '@mikro-orm/migrations';

export class Migration20261126174207_card_renewals extends Migration {

  override name = 'Migration20261126174207_card_renewals';

  override up(): void | Promise<void> {
    this.addSql(`alter table "charge" add "order_id" uuid null;`);
    this.addSql(`create index "charge_order_index" on "charge" ("order_id") where order_id is not null;`);

    this.addSql(`alter table "payment_order" add "is_renewal" boolean not null default false;`);

    this.addSql(`alter table "subscription" drop constraint "subscription_problem_check";`);
    this.addSql(`alter table "subscription" add "order_id" uuid null, add "renewal_id" uuid not null default gen_random_uuid();`);
    // Each subscription that is there has got its own; later ones bring theirs.
    this.addSql(`alter table "subscription" alter column "renewal_id" drop default;`);
    this.addSql(`create index "subscription_card_index" on "subscription" ("card_id") where card_id is not null and ended_at is null;`);
    this.addSql(`create index "subscription_order_index" on "subscription" ("order_id") where order_id is not null;`);
    this.addSql(`alter table "subscription" add constraint "subscription_problem_check" check ("problem" in ('tokens', 'card', 'card-unusable', 'authentication', 'creator'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "charge_order_index";`);
    this.addSql(`alter table "charge" drop column "order_id";`);

    this.addSql(`alter table "payment_order" drop column "is_renewal";`);

    this.addSql(`drop index "subscription_card_index";`);
    this.addSql(`drop index "subscription_order_index";`);
    this.addSql(`alter table "subscription" drop constraint "subscription_problem_check";`);
    this.addSql(`alter table "subscription" drop column "order_id", drop column "renewal_id";`);
    this.addSql(`alter table "subscription" add constraint "subscription_problem_check" check ("problem" in ('tokens', 'card', 'authentication', 'creator'));`);
  }
}

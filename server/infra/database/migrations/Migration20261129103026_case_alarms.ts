import { Migration } from '@mikro-orm/migrations';

export class Migration20261129103026_case_alarms extends Migration {

  override name = 'Migration20261129103026_case_alarms';

  override up(): void | Promise<void> {
    this.addSql(`alter table "moderation_case" add "alarmed_at" timestamptz null;`);

    this.addSql(`alter table "moderation_decision" drop constraint "moderation_decision_restrict_check";`);
    this.addSql(`alter table "moderation_decision" add constraint "moderation_decision_restrict_check" check ("restrict" in ('publish', 'message', 'comment', 'sell', 'report'));`);

    this.addSql(`alter table "report" add "is_unfounded" boolean not null default false;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "moderation_case" drop column "alarmed_at";`);

    this.addSql(`update "moderation_decision" set "restrict" = null where "restrict" = 'report';`);
    this.addSql(`alter table "moderation_decision" drop constraint "moderation_decision_restrict_check";`);
    this.addSql(`alter table "moderation_decision" add constraint "moderation_decision_restrict_check" check ("restrict" in ('publish', 'message', 'comment', 'sell'));`);

    this.addSql(`alter table "report" drop column "is_unfounded";`);
  }

}

import { Migration } from '@mikro-orm/migrations';

export class Migration20261126070124_creator_profiles extends Migration {

  override name = 'Migration20261126070124_creator_profiles';

  override up(): void | Promise<void> {
    this.addSql(`alter table "performer" add "state" varchar(100) null, add "city" varchar(100) null, add "languages" text[] not null default '{}', add "categories" text[] not null default '{}', add "gender" varchar(30) null, add "age_range" varchar(30) null, add "body_type" varchar(30) null, add "ethnicity" varchar(30) null, add "hair" varchar(30) null, add "eyes" varchar(30) null, add "orientation" varchar(30) null, add "welcome_video_file_id" uuid null, add "score" real not null default 0;`);

    this.addSql(`alter table "user" add "phone" varchar(16) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "performer" drop column "state", drop column "city", drop column "languages", drop column "categories", drop column "gender", drop column "age_range", drop column "body_type", drop column "ethnicity", drop column "hair", drop column "eyes", drop column "orientation", drop column "welcome_video_file_id", drop column "score";`);

    this.addSql(`alter table "user" drop column "phone";`);
  }
}
